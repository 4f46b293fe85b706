import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { store, stored } from '../device/stored.ts'
import { type SecretName, initSecrets } from './shell.ts'

declare module '../device/stored.ts' {
  interface Stored {
    opened: true
  }
}

const secretNames: readonly SecretName[] = ['token', 'device']

/** A secret that cannot be read, for example after a restored backup, counts as missing. */
const readSecret = async (name: SecretName): Promise<[SecretName, string] | []> => {
  const value = await SecureStorage.get(name, false).catch(() => null)
  return typeof value === 'string' ? [name, value] : []
}

/** Loads the tokens from the iOS keychain or Android Keystore. Resolves once requests can send them. */
export const loadSecrets = async (): Promise<void> => {
  await SecureStorage.setKeyPrefix('parvis.')
  // Excludes the secrets from backups to another phone.
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly)
  // A keychain outlives the app: a new installation must start empty.
  if (!stored('opened')) await SecureStorage.clear().catch(() => {})
  store('opened', true)
  const entries = await Promise.all(secretNames.map(readSecret))
  // Writes run one after the other, so that the last value remains stored.
  let writeQueue: Promise<unknown> = Promise.resolve()
  initSecrets(Object.fromEntries(entries.filter(entry => entry.length > 0)), (name, value) => {
    writeQueue = writeQueue
      .then((): Promise<unknown> =>
        value === null ? SecureStorage.remove(name) : SecureStorage.set(name, value, false),
      )
      .catch(() => {})
  })
}
