import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from './data-folder.ts'

/** Encrypts values that the server must be able to decrypt, but that nobody can read with the database alone. */
export interface SecretBox {
  seal(text: string): string
  /** Returns the decrypted text; null when it was not encrypted with this secret. */
  open(sealed: string): string | null
  /** Derives 43 characters from `name`, always the same ones, which cannot be guessed without the secret. */
  derive(name: string): string
}

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM to base64url. The key is derived from `secret`, which must be random. */
export const createSecretBox = (secret: string): SecretBox => {
  const key = createHash('sha256').update(secret).digest()
  return {
    derive: name => createHmac('sha256', key).update(name).digest('base64url'),
    seal(text) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')
    },
    open(sealed) {
      const all = Buffer.from(sealed, 'base64url')
      if (all.length < IV_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv(CIPHER, key, all.subarray(0, IV_BYTES))
      decipher.setAuthTag(all.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      try {
        return decipher.update(all.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

const SECRET_BYTES = 32

const secretPath = (dataDir: string) => join(dataDir, 'secret')

export const readSecret = async (configuredSecret: string | null, dataDir: string): Promise<string | null> => {
  if (configuredSecret) return configuredSecret
  const path = secretPath(dataDir)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const secret = text?.trim() ?? null
  if (secret !== null && secret.length < SECRET_BYTES)
    throw new Error(
      `${path} holds no secret. Put it back from your backup. If it is lost for good, remove the file and start with SECRET_LOST=1: a new one is made, and register keys, second factors and the push registrations of browsers then have to be created again.`,
    )
  return secret
}

/** Creates the file `secret`, readable by its owner only. If the file is lost, encrypted values are lost. */
export const createSecret = async (dataDir: string): Promise<string> => {
  makeDataFolder(dataDir)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeFile(secretPath(dataDir), secret, { flag: 'wx', mode: 0o600, flush: true })
  return secret
}
