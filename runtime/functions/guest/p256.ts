// The public key of a private one on the curve P-256, at once: `generateVAPIDKeys` answers without a promise, which Web Crypto cannot.

const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** The base point; SEC 2, section 2.4.2. */
const G: Point = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
];
/** Jacobian coordinates; the last is 0 at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint];

const mod = (value: bigint): bigint => ((value % P) + P) % P;

function doubled([x, y, z]: Point): Point {
  const ySquared = mod(y * y);
  const s = mod(4n * x * ySquared);
  // The coefficient a of the curve is -3.
  const m = mod(3n * (x - z * z) * (x + z * z));
  const x3 = mod(m * m - 2n * s);
  return [x3, mod(m * (s - x3) - 8n * ySquared * ySquared), mod(2n * y * z)];
}

/** The sum of two different points. */
function sum(a: Point, b: Point): Point {
  if (a[2] === 0n) return b;
  const [x1, y1, z1] = a;
  const [x2, y2, z2] = b;
  const u1 = mod(x1 * z2 * z2);
  const s1 = mod(y1 * z2 * z2 * z2);
  const h = mod(x2 * z1 * z1 - u1);
  const r = mod(y2 * z1 * z1 * z1 - s1);
  const hSquared = mod(h * h);
  const x3 = mod(r * r - h * hSquared - 2n * u1 * hSquared);
  return [x3, mod(r * (u1 * hSquared - x3) - s1 * h * hSquared), mod(h * z1 * z2)];
}

function inverse(value: bigint): bigint {
  let [a, b, x, y] = [mod(value), P, 1n, 0n];
  while (a > 1n) {
    const q = a / b;
    [a, b] = [b, a % b];
    [x, y] = [y, x - q * y];
  }
  return mod(x);
}

const toBytes = (value: bigint): number[] =>
  [...value.toString(16).padStart(64, '0').matchAll(/../g)].map(([byte]) => Number.parseInt(byte, 16));

/** The uncompressed point of 65 bytes; null for bytes that are no private key. */
export function publicKeyOf(secret: Uint8Array): Uint8Array | null {
  const scalar = BigInt(`0x${[...secret].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
  if (secret.length !== 32 || scalar === 0n || scalar >= N) return null;
  let point: Point = [0n, 1n, 0n];
  for (const bit of scalar.toString(2)) {
    point = doubled(point);
    if (bit === '1') point = sum(point, G);
  }
  const [x, y, z] = point;
  const byZ = inverse(z);
  return Uint8Array.from([4, ...toBytes(mod(x * byZ * byZ)), ...toBytes(mod(y * byZ * byZ * byZ))]);
}
