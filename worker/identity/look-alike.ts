/** Letters that are drawn as a Latin one, above the letter they pass for. All in lower case, as a name's key is. */
const TWINS: [string, string][] = [
  // Cyrillic and Greek, small letters and those whose capitals are the twins.
  ["авԁегһіјкӏмнорԛѕтуѵѡԝхсп", "abderhijklmhopqstyvwwxcn"],
  ["αβεζηικμνορτυχ", "abezhikmnoptyx"],
  ["ոսօհցյզք", "nuohgjqp"],
  // Small capitals, turned and dotless letters of phonetic alphabets.
  ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"],
  ["ɑɓƈɗɛƒɡɦıɩɨʝƙłɱɲøƥʂƭʋđ", "abcdefghiiijklmnopstvd"],
  // Alphabets that were cut after Latin capitals.
  ["ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"],
  ["ꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮐꮓꮖꮩꮪꮮꮯꮲꮶꮼ", "drtiajewmhgzivslcpkb"],
  ["013457", "oieast"],
];

const LATIN = new Map(TWINS.flatMap(([from, to]) => [...from].map((letter, i) => [letter, [...to][i] as string] as const)));

/**
 * What a name looks like at a glance: its key without accents, in the Latin letters that its own are drawn as, with one
 * letter for i and l. After the skeletons of UTS #39, for the scripts that can write a Latin word at all.
 */
export function skeleton(key: string): string {
  const plain = key.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...plain]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join("")
    .replaceAll("l", "i");
}
