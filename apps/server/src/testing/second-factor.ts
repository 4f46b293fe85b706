import { beginSecondFactor, turnOnSecondFactor, TOTP_SECONDS } from '@parvis/contract/second-factor.ts'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '../kernel/secrets.ts'
import type { TestServer, Visitor } from './test-server.ts'

/** The code that an authenticator app shows at a moment; `secret` as the setup screen shows it. */
export const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: at.getTime() })

export interface Factor {
  secret: string
  recoveryCodes: string[]
  /** Returns a code that was not used yet; moves the clock forward. */
  nextCode: () => string
}

/** Turns on the visitor’s second factor. Renews the session first, because the setup requires a recent log-in. */
export const turnOnFactor = async (server: TestServer, visitor: Visitor): Promise<Factor> => {
  const { account_id } = await server.db
    .updateTable('sessions')
    .set({ created_at: server.platform.clock.now() })
    .where('token_hash', '=', hashSecret(visitor.cookies.get('parvis')!))
    .returning('account_id')
    .executeTakeFirstOrThrow()
  server.platform.bus.publish('actor.changed', { accountIds: [account_id] })
  const { secret } = (await visitor.call(beginSecondFactor)).answer
  const code = codeOf(secret, server.platform.clock.now())
  const { recoveryCodes } = (await visitor.call(turnOnSecondFactor, { body: { code } })).answer
  return {
    secret,
    recoveryCodes,
    nextCode: () => {
      server.clock.aheadMs += TOTP_SECONDS * 1000
      return codeOf(secret, server.platform.clock.now())
    },
  }
}
