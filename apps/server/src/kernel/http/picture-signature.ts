import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { isId } from '../ids.ts'
import type { SecretBox } from '../secret-box.ts'
import { isSameSecret } from '../secrets.ts'

export const SIGNATURE_TTL_MS = 5 * 60_000
/** URLs signed within this interval are identical, so that browsers cache them. It shortens their validity. */
const ROUNDING_MS = 60_000

export const SIGNATURE_PARAM = 's'

/** Signs the URL of one picture for the session of a native app: `{session}.{until}.{proof}`. */
export interface PictureSigner {
  sign(pictureId: string, sessionId: string): string
  /** Returns the session of the signature; null when the signature is invalid, expired or for another picture. */
  verify(pictureId: string, signature: unknown): string | null
}

export const createPictureSigner = (secretBox: SecretBox, clock: Clock): PictureSigner => {
  const computeProof = (pictureId: string, sessionId: string, until: string) =>
    secretBox.derive(`picture ${pictureId} ${sessionId} ${until}`)
  return {
    sign(pictureId, sessionId) {
      const until = (Math.floor(clock.now().getTime() / ROUNDING_MS) * ROUNDING_MS + SIGNATURE_TTL_MS).toString(36)
      return `${sessionId}.${until}.${computeProof(pictureId, sessionId, until)}`
    },
    verify(pictureId, signature) {
      if (typeof signature !== 'string') return null
      const [sessionId = '', until = '', proof = '', ...more] = signature.split('.')
      if (more.length > 0 || !isId(sessionId) || !/^[0-9a-z]{1,10}$/.test(until)) return null
      if (!isSameSecret(proof, computeProof(pictureId, sessionId, until))) return null
      return Number.parseInt(until, 36) > clock.now().getTime() ? sessionId : null
    },
  }
}

/** Matches picture URIs in JSON. User content cannot match: its fields have other names, and its quotes are escaped. */
const pictureUris = /"(uri|\w*Uri)":"(\/media\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/\w+)?)"/g

export interface PictureUrlSigner {
  signResponse(json: string, actor: Actor): Promise<string>
  signFrame(frame: Buffer, actor: Actor): Buffer
}

export const findPictureIds = (json: string): string[] =>
  json.includes('/media/') ? [...new Set(Array.from(json.matchAll(pictureUris), ([, , , id]) => id!))] : []

export const signPictureUris = (
  json: string,
  sessionId: string,
  signer: PictureSigner,
  publicPictureIds: ReadonlySet<string> = new Set(),
): string =>
  json.replace(pictureUris, (whole, name: string, uri: string, id: string) =>
    publicPictureIds.has(id) ? whole : `"${name}":"${uri}?${SIGNATURE_PARAM}=${signer.sign(id, sessionId)}"`,
  )
