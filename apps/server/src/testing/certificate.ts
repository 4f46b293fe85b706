import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// The DER encoding is written by hand, because the package that makes certificates (selfsigned) has twenty
// dependencies.
const derElement = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  const { length } = body
  return Buffer.concat([Buffer.from(length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]), body])
}
const sequence = (...content: readonly Uint8Array[]) => derElement(0x30, ...content)
const identifier = (hex: string) => derElement(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string) => derElement(tag, Buffer.from(value))
const time = (at: Date) => text(0x17, `${at.toISOString().slice(2, 19).replace(/\D/g, '')}Z`)
const bits = (bytes: Uint8Array) => derElement(0x03, Buffer.from([0]), bytes)

const DAY_MS = 86_400_000

/** Returns a self-signed certificate for these host names, valid for a day; the client has to trust it explicitly. */
export const makeCertificate = (hostNames: readonly string[]): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(identifier('2a8648ce3d040302'))
  const name = sequence(derElement(0x31, sequence(identifier('550403'), text(0x0c, 'Test'))))
  const otherNames = sequence(
    identifier('551d11'),
    derElement(0x04, sequence(...hostNames.map(one => text(0x82, one)))),
  )
  const tbsCertificate = sequence(
    derElement(0xa0, derElement(0x02, Buffer.from([2]))),
    derElement(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    name,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    derElement(0xa3, sequence(otherNames)),
  )
  const certificate = sequence(tbsCertificate, algorithm, bits(sign('sha256', tbsCertificate, privateKey)))
  return {
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
