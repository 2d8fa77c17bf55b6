/** Lower-case letters above the Latin ones that they resemble. */
const TWINS: [string, string][] = [
  // Cyrillic, Greek and Armenian.
  ["авԁегһіјкӏмнорԛѕтуѵѡԝхсп", "abderhijklmhopqstyvwwxcn"],
  ["αβεζηικμνορτυχ", "abezhikmnoptyx"],
  ["ոսօհցյզք", "nuohgjqp"],
  // Phonetic alphabets.
  ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"],
  ["ɑɓƈɗɛƒɡɦıɩɨʝƙłɱɲøƥʂƭʋđ", "abcdefghiiijklmnopstvd"],
  // Lisu and Cherokee, modelled on Latin capitals.
  ["ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"],
  ["ꭰꭱꭲꭵꭺꭻꭼꮃꮇꮋꮐꮓꮖꮩꮪꮮꮯꮲꮶꮼ", "drtiajewmhgzivslcpkb"],
  ["013457", "oieast"],
];

const LATIN = new Map(TWINS.flatMap(([from, to]) => [...from].map((letter, i) => [letter, [...to][i] as string] as const)));

/** Skeleton after UTS #39 for scripts that can spell a Latin word; i and l become one letter. */
export function skeleton(key: string): string {
  const plain = key.normalize("NFKD").replace(/\p{M}/gu, "");
  return [...plain]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join("")
    .replaceAll("l", "i");
}
