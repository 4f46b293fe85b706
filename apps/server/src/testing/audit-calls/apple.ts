import { APPLE_CALLBACK, logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/entry-apple.ts'
import { newId } from '../../kernel/ids.ts'
import { newSecret } from '../../kernel/secrets.ts'
import { BUNDLE_ID } from '../apple.ts'
import type { AuditCalls, AuditWorld } from './world.ts'

const appleBody = async ({ server, apple, home }: AuditWorld, sub: string, mail: string) => {
  const { nonce } = (await server.visitor().call(startWithApple, { body: { communityId: home } })).answer
  const claims = { sub, email: mail, email_verified: true, nonce, aud: BUNDLE_ID }
  return { communityId: home, bundleId: BUNDLE_ID, nonce, identityToken: await apple.sign(claims) }
}

/** Acts of registering and logging in with Apple. */
export const appleCalls = (world: AuditWorld): AuditCalls => {
  const { server, apple, canaryText, home, email, add } = world
  const forgedApple = { communityId: home, bundleId: BUNDLE_ID, nonce: newSecret(), identityToken: canaryText }
  return {
    'POST /api/auth/apple/callback apple.failed': async () => {
      const visitor = server.visitor()
      const { url } = (await visitor.call(startWithApple, { body: { communityId: home } })).answer
      return visitor.send({
        method: 'POST',
        url: APPLE_CALLBACK,
        payload: new URLSearchParams({
          state: new URL(url).searchParams.get('state')!,
          id_token: canaryText,
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: apple.origin },
      })
    },
    'POST /api/auth/apple login': async () => {
      const mail = email()
      await add({ email: mail })
      return server.visitor().call(logInWithApple, { body: await appleBody(world, newId(), mail) })
    },
    'POST /api/auth/apple apple.tied': async () => {
      const mail = email()
      await add({ email: mail })
      return server.visitor().call(logInWithApple, { body: await appleBody(world, newId(), mail) })
    },
    'POST /api/auth/apple apple.failed': () => server.visitor().call(logInWithApple, { body: forgedApple }),
    'POST /api/auth/signup/apple register': async () =>
      server.visitor().call(signUpWithApple, { body: await appleBody(world, newId(), email()) }),
    'POST /api/auth/signup/apple login': async () => {
      const mail = email()
      await add({ email: mail })
      return server.visitor().call(signUpWithApple, { body: await appleBody(world, newId(), mail) })
    },
    'POST /api/auth/signup/apple apple.failed': () => server.visitor().call(signUpWithApple, { body: forgedApple }),
  }
}
