/** Salsa20/8 of RFC 7914: `x` in place. One variable a word: an array of them takes three times as long. */
export function salsa(x: Int32Array): void {
  let a = x[0] as number;
  let b = x[1] as number;
  let c = x[2] as number;
  let d = x[3] as number;
  let e = x[4] as number;
  let f = x[5] as number;
  let g = x[6] as number;
  let h = x[7] as number;
  let i = x[8] as number;
  let j = x[9] as number;
  let k = x[10] as number;
  let l = x[11] as number;
  let m = x[12] as number;
  let n = x[13] as number;
  let o = x[14] as number;
  let p = x[15] as number;
  for (let round = 0; round < 4; round++) {
    e ^= turned(a + m, 7);
    i ^= turned(e + a, 9);
    m ^= turned(i + e, 13);
    a ^= turned(m + i, 18);
    j ^= turned(f + b, 7);
    n ^= turned(j + f, 9);
    b ^= turned(n + j, 13);
    f ^= turned(b + n, 18);
    o ^= turned(k + g, 7);
    c ^= turned(o + k, 9);
    g ^= turned(c + o, 13);
    k ^= turned(g + c, 18);
    d ^= turned(p + l, 7);
    h ^= turned(d + p, 9);
    l ^= turned(h + d, 13);
    p ^= turned(l + h, 18);
    b ^= turned(a + d, 7);
    c ^= turned(b + a, 9);
    d ^= turned(c + b, 13);
    a ^= turned(d + c, 18);
    g ^= turned(f + e, 7);
    h ^= turned(g + f, 9);
    e ^= turned(h + g, 13);
    f ^= turned(e + h, 18);
    l ^= turned(k + j, 7);
    i ^= turned(l + k, 9);
    j ^= turned(i + l, 13);
    k ^= turned(j + i, 18);
    m ^= turned(p + o, 7);
    n ^= turned(m + p, 9);
    o ^= turned(n + m, 13);
    p ^= turned(o + n, 18);
  }
  x[0] = (x[0] as number) + a;
  x[1] = (x[1] as number) + b;
  x[2] = (x[2] as number) + c;
  x[3] = (x[3] as number) + d;
  x[4] = (x[4] as number) + e;
  x[5] = (x[5] as number) + f;
  x[6] = (x[6] as number) + g;
  x[7] = (x[7] as number) + h;
  x[8] = (x[8] as number) + i;
  x[9] = (x[9] as number) + j;
  x[10] = (x[10] as number) + k;
  x[11] = (x[11] as number) + l;
  x[12] = (x[12] as number) + m;
  x[13] = (x[13] as number) + n;
  x[14] = (x[14] as number) + o;
  x[15] = (x[15] as number) + p;
}

function turned(sum: number, by: number): number {
  return (sum << by) | (sum >>> (32 - by));
}
