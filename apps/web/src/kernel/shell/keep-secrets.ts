import { KeychainAccess, SecureStorage } from '@aparajita/capacitor-secure-storage'
import { store, stored } from '../device/stored.ts'
import { type SecretName, startSecrets } from './shell.ts'

declare module '../device/stored.ts' {
  interface Stored {
    /** This copy of the app has been opened before. */
    opened: true
  }
}

const names: readonly SecretName[] = ['token', 'device']

/** What the phone cannot give back, as after a restored backup, is as if it had never been. */
const read = async (name: SecretName): Promise<[SecretName, string] | []> => {
  const value = await SecureStorage.get(name, false).catch(() => null)
  return typeof value === 'string' ? [name, value] : []
}

/**
 * Tokens lie where the phone keeps passwords: the keychain of iOS, behind a key of the Android Keystore. Resolves once
 * what was kept there can be shown with calls.
 */
export const loadSecrets = async (): Promise<void> => {
  await SecureStorage.setKeyPrefix('parvis.')
  // not into another phone's by way of a backup
  await SecureStorage.setDefaultKeychainAccess(KeychainAccess.whenUnlockedThisDeviceOnly)
  // a keychain outlives the app: who installs it anew begins anew
  if (!stored('opened')) await SecureStorage.clear().catch(() => {})
  store('opened', true)
  const kept = await Promise.all(names.map(read))
  // one after the other, so that the last word stands
  let last: Promise<unknown> = Promise.resolve()
  startSecrets(Object.fromEntries(kept.filter(entry => entry.length > 0)), (name, value) => {
    last = last
      .then((): Promise<unknown> =>
        value === null ? SecureStorage.remove(name) : SecureStorage.set(name, value, false),
      )
      // not kept, it is asked for at the next start
      .catch(() => {})
  })
}
