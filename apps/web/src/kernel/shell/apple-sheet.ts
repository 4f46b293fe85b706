import { Capacitor, registerPlugin } from '@capacitor/core'

/** A Capacitor plugin of this project; its native code is `SignInWithApplePlugin.swift` in the iOS project. */
const AppleSheet = registerPlugin<{
  authorize(options: { nonce: string }): Promise<{
    identityToken: string
    bundleId: string
    givenName?: string
    familyName?: string
  }>
}>('SignInWithApple')

export interface AppleCredential {
  identityToken: string
  bundleId: string
  nonce: string
  /** Apple provides the name at the first sign-in only. */
  fullName: { givenName?: string; familyName?: string }
}

export const hasAppleSheet = (): boolean => Capacitor.isPluginAvailable('SignInWithApple')

/** Opens Apple's sign-in sheet. Returns null if the user cancels; rejects if the sheet cannot be opened. */
export const requestAppleCredential = async (nonce: string): Promise<AppleCredential | null> => {
  try {
    const { identityToken, bundleId, givenName, familyName } = await AppleSheet.authorize({ nonce })
    return { identityToken, bundleId, nonce, fullName: { givenName, familyName } }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'cancelled') return null
    throw error
  }
}
