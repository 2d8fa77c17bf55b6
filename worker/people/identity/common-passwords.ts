/** Lower case, 8 and more characters, from the zxcvbn-ts frequency list (MIT), plus some in our languages. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer trustno1 sunshine iloveyou
computer michelle starwars princess 11111111 corvette 1234qwer internet samantha q1w2e3r4t5 maverick whatever mercedes
steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy victoria marlboro password1 1q2w3e4r cocacola jordan23 asdfasdf
danielle jonathan liverpoo qwerty123 passw0rd abcd1234 slipknot scorpion startrek asdfghjkl redskins qazwsxedc liverpool
nicholas butthead dolphins qwertyui shithead metallic mountain benjamin elephant rush2112 1q2w3e4r5t creative garfield
bullshit asdfghjk 1qazxsw2 december airborne brooklyn godzilla 4815162342 williams darkness blink182 platinum lifehack
12qwaszx snowball nintendo november pakistan explorer redwings 789456123 lasvegas guinness christin asdf1234 babygirl
michigan carolina alexande dickhead minecraft metallica kristina kimberly snickers paradise caroline 147258369 lacrosse
bollocks poohbear qweasdzxc einstein drowssap courtney spitfire patricia maryjane champion svetlana anderson westside
security zaq12wsx alexander 123456789a 1232323q scarface qwerty12 marshall veronica stargate 12345qwert semperfi brittany
scotland cherokee simpsons michael1 vladimir franklin infinity passport bulldogs 1234554321 budlight usuckballz1 softball
fktrcfylh kawasaki wildcats logitech swordfis motorola alexandr patriots colorado juventus freeuser warcraft wolverin
elizabet valentin mitchell password123 ncc1701d spiderma hello123 virginia pearljam 123qweasd predator charlie1 panthers
peekaboo rolltide american cardinal chevelle fyfcnfcbz loverboy lovelove 123654789 changeme electric darkside hercules
lawrence wolfpack letmein1 741852963 spiderman blizzard cheyenne 123456789q cjkysirj 147852369 sterling basketball pussycat
a1b2c3d4 freepass airplane billybob stingray chocolat zeppelin firebird business greenday tarheels hellfire engineer
serenity fireball 1029384756 remember darkstar mustang1 pavilion bobafett dbrnjhbz harrison welcome1 swimming defender
precious icecream swordfish presario rockstar airforce thailand bluebird goldfish wrangler cadillac longhorn microsoft
christia qazwsx123 assassin atlantis 123qweasdzxc lonewolf software leonardo srinivas angelina valentina veronika babydoll
wordpass butterfly devildog mistress freedom1 soso123aljg montreal wolfgang hotstuff basketba birthday stephani jessica1
testtest fuckyou2 kathleen savannah shamrock deftones goldberg renegade hamilton cristina blahblah enterpri 1234abcd
babylon5 sweetpea trfnthbyf cavalier marathon aardvark butterfl bigboobs manchester yankees1 napoleon buckeyes fredfred
highland 1qaz2wsx3edc diamonds campbell chandler drpepper elizabeth pornstar 12345678910 thuglife sherlock morpheus wetpussy
consumer adgjmptw barcelona sundance isabella overlord isabelle ultimate ncc1701e matthew1 geronimo 123qwe123 aleksandr
portugal superfly q1w2e3r4t5y6 florence wrinkle1 seminole alejandr concrete access14 margaret christop letmein2 qazxswedc
trombone pleasure rhbcnbyf christian cdtnkfyf stallion mongoose kingkong bluemoon personal a1234567 fuckyou1 immortal
123454321 dietcoke anthony1 giovanni hollywoo morrison clifford bonehead fernando ghbdtnbr charlott 1123581321 ilovesex
william1 hongkong sebastia werewolf super123 cooldude eternity lollipop tottenha stocking anything columbia makaveli
robinson verbatim satan666 standard blackcat punkrock raistlin infantry qwerty12345 waterloo seinfeld musicman megadeth
skywalke gn56gn56 squirrel wolverine qazwsxed stardust twilight intrepid vanhalen punisher 1234567a showtime fuckfuck
111222333 skittles ekaterina hannibal thunder1 chelsea1 1q2w3e4r5t6y portland panasonic sandiego penelope blackdog 1a2b3c4d
californ playtime warriors gangster christine chargers mushroom dingdong crusader stranger dkflbvbh anastasia slapshot
guardian 147896325 septembe angelica scarlett 123321123 kittycat munchkin rammstein 1passwor barcelon santiago blackman
starcraft goodluck coltrane katerina fuck_inside discover spanking shaney14 192837465 lonestar stonecol meridian heather1
richard1 alexandra zaq1xsw2 beautiful lowrider tacobell 123698745 catalina halflife johnjohn kangaroo thompson socrates
keyboard national formula1 qwerasdf penguins fuckface vacation ragnarok asshole1 mailcreated5240 lorraine dodgeram sebastian
colombia oblivion sithlord mustangs scoobydo bigballs zxcv1234 titleist richmond director magnolia blueeyes mersedes
springer patrick1 martinez cowboys1 nuttertools 1122334455 gateway1 imperial grateful peterpan kingston pa55word freckles
margarita deadhead research mariners rootbeer aspirine frederic children stephanie scooter1 creampie plymouth justdoit
1234567q lightnin caliente goodtime catherin redalert brucelee porkchop aquarius raiders1 thankyou fletcher shopping
a1s2d3f4 sapphire qwert123 qazwsxedcrfv hastings blackjac spectrum chevrole amsterdam diamond1 rosemary candyman beatrice
front242 atlantic labrador 123456qwerty syracuse southern commando clitoris 8j4ye3uz monopoly pineappl lesbians gangbang
spartans romashka 123456aa snuggles phoenix1 infiniti jeremiah 1234567890q cosworth charlotte doberman qawsedrf brandon1
emmanuel webmaster viktoria porsche9 starbuck beefcake godsmack clarence valhalla starfish sailboat achilles ncc1701a
arsenal1 pa55w0rd frontier swingers terminator kentucky jackson1 doughboy butthole phillies dannyboy nebraska qwertyuio
pinkfloy maryland luckydog september oklahoma qwerty123456 agent007 vfrcbvrf nathalie whocares vkontakte ihateyou dilligaf
mandingo california technics golfball bunghole hurrican stripper aberdeen rfnthbyf enterprise dthjybrf handsome excalibu
brothers keystone flamingo passwort lancelot melissa1 australia kamikaze designer pokemon1 somethin apollo13 bearbear
bradford deeznuts warhammer rangers1 blueblue meatball columbus manchest macdaddy michaela 123456789z sentinel universe
truelove eatpussy sexygirl billyboy military jamesbon microsof microlab pantyhos lifetime gordon24 theodore function
passwor1 azsxdcfv charlton bigmoney superstar fordf150 terminal wildfire vladislav hollywood gretchen saratoga 321654987
greenbay trinidad chicken1 rjirfrgbde meatloaf hyperion rightnow treasure lisalisa chester1 jasmine1 maradona anaconda
japanese catherine woofwoof pass1234 poontang christopher albatros richards turkey50 kenworth happy123 dinosaur holyshit
lionking happyday chickens chocolate ericsson positive crazybab sherwood polniypizdec0211 fktrcfylhf zxcasdqwe hardrock
anhyeuem madeline february abc12345 samsung1 applepie skywalker gandalf1 davidson skorpion hellyeah australi rockhard
hedgehog yosemite 1qa2ws3ed mikemike pooppoop america1 karolina starship 0.0.0.000 salvador greatone freeporn football1
francois packers1 robotech roadkill backdoor rastaman alliance killbill cinnamon sojdlg123aljg 963852741 bangbang jeanette
operator mechanic amsterda pingpong rasputin marianne majestic passwords kingfish zxcvbnm1 gotohell wrestlin railroad
lineage2 thursday a123456789 peterson phillips nwo4life charles1 kcj9wx5n underdog r2d2c3po snoopdog broadway umbrella
splinter fuckthis chemical 123789456 jamesbond blackhaw passpass sinclair megapass translator magicman supersta giuseppe
caligula shannon1 meredith bullseye saturday kristine tunafish gfhjkm123 dkflbckfd p0015123 crawford tazmania deepthroat
dfktynbyf tommyboy chainsaw christina marino13 getmoney budweise qazwsx12 brighton vfhufhbnf mamapapa penthous chrisbln
snowboar undertaker flounder moneyman canadian viewsonic downtown qwerty1234 eastside sneakers golfgolf panasoni chicago1
thanatos ghjcnjnfr whitesox poseidon johannes gargoyle intruder sunnyday ferrari1 solution madison1 newcastl goldstar
buckshot titanium test1234 federico assholes superman1 sunflowe babyblue westwood apple123 boomboom florida1 motherlode
multiplelo callaway starfire paintbal winston1 123qwerty knickers lokomotiv panther1 thirteen rjycnfynby avalanch philippe
hotpussy zerocool tomorrow godfather original newyork1 idontknow vfvfgfgf beerbeer 1x2zkg8w francesc syncmaster christie
zxasqw12 paintball monalisa terrapin spongebob attitude clevelan barefoot chuckles meathead cfitymrf cambiami 12345678q
blessing aleksandra gladiator southpark mazafaka pianoman casanova traveler hawkeyes clarinet deeznutz meowmeow monster1
triangle valencia rhiannon crystal1 smeghead andromeda cerberus james007 tiberius gabriell salamander resident hayabusa
together juliette 1q2w3e4r5 crjhgbjy nokia6300 rockford goldwing brewster thegreat confused whiskers spaceman rebecca1
12qw34er gesperrt wrestling mohammed sersolution overkill rhfcjnrf montgom240 bulldog1 something 12345qwe runescape
lightning hoosiers recovery adrienne roadking illusion medicine leavemealone megatron doghouse 12345678a mortgage heineken
fishing1 moonlight motherfucker realmadrid balloons tinkerbell 135792468 babyface hardcock blackbir bookworm godfathe
seahawks talisman blackjack hawaiian alphabet beautifu 123456654321 mortimer roadrunn password2 charlene christmas handyman
digital1 tiffany1 dutchess wareagle valkyrie idontkno teddybea dragonball babybaby dolphin1 inuyasha stanford sullivan
wishbone property gameover fuckoff1 kittykat sinister dragon12 friendly aa123456 geoffrey newpass6 katherine claymore
bitchass sporting matthews checkers gabriela alexalex preacher gamecube armagedon playstation z1x2c3v4 rhtdtlrj blackout
bcfields electron devil666 silverad 123456qw thunderb ghostrider reynolds cannabis southpar jackson5 absolute lipstick
1234567890a laurence mandarin baseball1 tottenham kleopatra dirtbike 1357924680 katherin northern cameltoe bluefish slippery
qweasd123 mollydog annabell starcraf ghblehjr vasilisa scorpio1 illinois deadpool farscape sunflower hopeless carpedie
asdfzxcv shepherd gatorade cameron1 borussia flexible graphics fyutkbyf 123qq123 yfcntymrf thedoors 7ugd5hip2j pussyman
elizaveta strength webmaste augustus alejandro argentina corleone vampires 987456321 babylove sergeant dragonba stonecold
register buttercu millions millwall patience chrysler bullfrog a12345678 istanbul ashleigh universal binladen shanghai
porsche1 gabriel1 jayhawks amateurs barbados nightmare knockers chevrolet cristian coolness criminal hardware bobdylan
capslock teddybear gfhjkmgfhjkm missouri carlitos coldbeer netscape andromed brigitte yeahbaby eldorado eastwood monkey12
paranoid rainbow6 soulmate 9293709b13 microphone kakashka 50spanks fgtkmcby 1234567891 brittney fastball creature just4fun
smashing washington mephisto shitface fountain specialk estrella buddyboy piramida violetta spencer1 salasana q2w3e4r5
heritage browning insomnia kissmyass budapest sexysexy pinkfloyd playboy1 sandwich testpass gamecock maxwell1 magician
wildcard magazine telephon 1234asdf 1a2s3d4f rochelle pringles iverson3 vsjasnel12 darklord loveless radiohea reckless
jiggaman tiger123 classics hooligan scrabble jellybea hawaii50 pharmacy abnormal concorde qazwsxedc123 islander jakejake
yjdsqgfhjkm kazantip strawberry maksimka wg8e3wjf sweetnes master12 andersen ferguson 123456qwe dynamite gertrude doomsday
rhjrjlbk mariposa killer12 mazda626 excalibur marcello buttfuck masamune chestnut fullmoon pornporn michael2 inspiron
forsaken snowboard lollypop insanity creation katarina moonbeam gonzalez senators pumpkins windsurf green123 reddevil
sheridan rjhjktdf killkill woodland vanguard aviation stanislav yankees2 mobydick sausages francesco anastasiya nevermind
presiden faithful vfitymrf happiness robotics temppass highheel firewall polopolo evolution drummer1 pussy123 pumpkin1
download fandango qwerty11 mypassword earnhard angelika icehouse misfit99 christma zaqxswcde zxcvbnm123 pineapple
harrypotter gorgeous qwert12345 vikings1 spongebo broncos1 starstar radiohead viktoriya holidays mckenzie reddwarf dodgers1
platypus password12 1z2x3c4v abrakadabra marianna services longjohn 134679852 alessandro honolulu nygiants windmill freebird
slamdunk snowflak irishman bergkamp training warrior1 playstat mudvayne dudedude jackjack johndeer zildjian josephin
fishbone genesis1 bigblock jefferso clippers chambers thisisit monkeybo death666 hounddog pallmall angel123 webhompas
monsters comanche whiteout roadster stefanie heinrich undertak anastasi festival coolcool qwe123qwe mazdarx7 choochoo
123456789s iloveyou2 kisskiss cbr900rr lovelife chipmunk good123654 bluebell kjrjvjnbd fuckinside washingt tkbpfdtnf
smirnoff pipeline james123 fishhead konstantin freefree summer99 newcastle krasotka starligh wireless scoobydoo koroleva
michaels yogibear redbaron testing1 nascar24 president 7894561230 highbury zachary1 username survivor wanderer soccer12
fuckhead costello washburn catwoman lemonade bearcats solitude cocksuck cricket1 slowhand paradigm nostromo borabora
arkansas terminat rainbow1 fantasia stephen1 underground johnson1 peaches1 cnfybckfd ghbywtccf wildbill gilligan berkeley
pool6123 armstron tropical sundevil hurricane volkswag zanzibar mustang6 trouble1 coventry gtnhjdbx 45m2do5bs nirvana1
sidekick revolver jackass1 cleopatr jermaine gbhfvblf marines1 everlast tinkerbe bluesman customer 12qw12qw marjorie
penguin1 tokiohotel straight nautilus highlander firefire longdong threesom asdqwe123 ghjcnjgfhjkm nokia6233 ghbdtn123
asdfgh01 valentine 123456123 matthias buddy123 private1 andyod22 complete fredrick fearless antelope marseille pantera1
viewsoni evangelion handball barselona zxcasdqwe123 sandrine sprinter fyfnjkbq palmtree sonyericsson question soccer10
carpente spartan1 pasadena coldplay fairlane elcamino callisto tomahawk gladiato fantomas castillo honeybee yamahar1
wildwood david123 johngalt sweetness mcdonald buffalo1 cheshire superior ministry trinitro bismillah capricorn vendetta
margarit bigpoppa success1 voyager1 iloveyou1 antonina hetfield cutiepie nonenone papillon baritone stephane freefall
vjqgfhjkm mischief foxylady dominion enforcer leedsutd f00tball remingto rfvfcenhf derparol cleopatra carnival welkom01
welkom123 welkom2024 welkom2025 welkom2026 wachtwoord wachtwoord1 wachtwoord123 geheim123 hallo123 hallo1234 passwort1
passwort123 kennwort123 geheim1234 schatz123 schatzi1 ichliebedich ikhouvanjou liebling password1234 p@ssw0rd p@ssword
qwertz123 qwertzuiop azerty123 azertyuiop welcome123 changeme1 letmein123 123123123 112233445566 abcdefg1 admin123
administrator motdepasse contrasena contraseña losenord lösenord hasło123 haslo123 kodeord1 passord1 dragon123 monkey123
ajax1234 feyenoord feyenoord1 bayern123 schalke04 liverpool1 barcelona1
`
    .trim()
    .split(/\s+/),
);
