import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { isId } from '../ids.ts'
import type { SecretBox } from '../secret-box.ts'
import { isSameSecret } from '../secrets.ts'

/** How long an address of a picture is good for at most, in milliseconds. */
export const SIGNED_MS = 5 * 60_000
/**
 * Addresses that are signed within it are the same, so that a list that is fetched again asks for no picture anew. It is
 * taken off their time.
 */
const STEP_MS = 60_000

/** The query of an address that holds it. */
export const SIGNATURE = 's'

/** What stands for a shell's session in the address of one picture: `{session}.{until}.{proof}`. */
export interface PictureSigner {
  sign(pictureId: string, sessionId: string): string
  /** The session that it was signed for; null for another picture's, one that is over, or none of ours. */
  read(pictureId: string, signature: unknown): string | null
}

export const createPictureSigner = (secretBox: SecretBox, clock: Clock): PictureSigner => {
  const prove = (pictureId: string, sessionId: string, until: string) =>
    secretBox.derive(`picture ${pictureId} ${sessionId} ${until}`)
  return {
    sign(pictureId, sessionId) {
      const until = (Math.floor(clock.now().getTime() / STEP_MS) * STEP_MS + SIGNED_MS).toString(36)
      return `${sessionId}.${until}.${prove(pictureId, sessionId, until)}`
    },
    read(pictureId, signature) {
      if (typeof signature !== 'string') return null
      const [sessionId = '', until = '', proof = '', ...more] = signature.split('.')
      if (more.length > 0 || !isId(sessionId) || !/^[0-9a-z]{1,10}$/.test(until)) return null
      if (!isSameSecret(proof, prove(pictureId, sessionId, until))) return null
      return Number.parseInt(until, 36) > clock.now().getTime() ? sessionId : null
    },
  }
}

/** Where answers and frames name a picture. What people write stands under other names, and its quotes are escaped. */
const named = /"(uri|\w*Uri)":"(\/media\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/\w+)?)"/g

/** Lets a shell fetch the pictures that it is told of. */
export interface SignPictures {
  /** Those of an answer that are not everybody's. */
  inAnswer(json: string, actor: Actor): Promise<string>
  /** All those of a frame, which waits for nothing. */
  inFrame(frame: Buffer, actor: Actor): Buffer
}

/** The ids of the pictures that JSON names. */
export const picturesIn = (json: string): string[] =>
  json.includes('/media/') ? [...new Set(Array.from(json.matchAll(named), ([, , , id]) => id!))] : []

/** The same JSON with signed addresses; those of `open` stay as they are. */
export const signPicturesIn = (
  json: string,
  sessionId: string,
  signer: PictureSigner,
  open: ReadonlySet<string> = new Set(),
): string =>
  json.replace(named, (whole, name: string, uri: string, id: string) =>
    open.has(id) ? whole : `"${name}":"${uri}?${SIGNATURE}=${signer.sign(id, sessionId)}"`,
  )
