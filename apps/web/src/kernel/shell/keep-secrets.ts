import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { store, stored } from '../device/stored.ts'
import { type SecretName, startSecrets } from './shell.ts'

declare module '../device/stored.ts' {
  interface Stored {
    /** This installation of the app has been opened before. */
    opened: true
  }
}

const names: readonly SecretName[] = ['token', 'device']

/** A secret that cannot be read, for example after a restored backup, counts as missing. */
const read = async (name: SecretName): Promise<[SecretName, string] | []> => {
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
  const kept = await Promise.all(names.map(read))
  // One after the other, so that the last value wins.
  let last: Promise<unknown> = Promise.resolve()
  startSecrets(Object.fromEntries(kept.filter(entry => entry.length > 0)), (name, value) => {
    last = last
      .then((): Promise<unknown> =>
        value === null ? SecureStorage.remove(name) : SecureStorage.set(name, value, false),
      )
      // If it cannot be stored, the user logs in again after the next start.
      .catch(() => {})
  })
}
