import { Capacitor, registerPlugin } from '@capacitor/core'

/** The one plugin that is ours: its other half is `SignInWithApplePlugin.swift` of the project for iOS. */
const AppleSheet = registerPlugin<{
  authorize(options: { nonce: string }): Promise<{
    identityToken: string
    bundleId: string
    givenName?: string
    familyName?: string
  }>
}>('SignInWithApple')

/** Apple's word of who somebody is, as our server takes it. */
export interface AppleProof {
  identityToken: string
  bundleId: string
  nonce: string
  /** Told at the first time alone. */
  fullName: { givenName?: string; familyName?: string }
}

/** iPhones and iPads have a sheet of their own for it; Android has none. */
export const hasAppleSheet = (): boolean => Capacitor.isPluginAvailable('SignInWithApple')

/** Null for who has turned back. Rejects where the phone cannot ask. */
export const askApple = async (nonce: string): Promise<AppleProof | null> => {
  try {
    const { identityToken, bundleId, givenName, familyName } = await AppleSheet.authorize({ nonce })
    return { identityToken, bundleId, nonce, fullName: { givenName, familyName } }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'cancelled') return null
    throw error
  }
}
