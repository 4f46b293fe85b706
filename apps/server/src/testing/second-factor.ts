import { beginSecondFactor, turnOnSecondFactor, TOTP_SECONDS } from '@parvis/contract/second-factor.ts'
import { Secret, TOTP } from 'otpauth'
import { hashSecret } from '../kernel/secrets.ts'
import type { TestServer, Visitor } from './test-server.ts'

/** Returns the code that an authenticator app shows at a time; `secret` is written as on the setup screen. */
export const totpCodeAt = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({ timestamp: at.getTime() })

export interface Factor {
  secret: string
  recoveryCodes: string[]
  /** Moves the clock to the next time step and returns the code of this step, which was not used yet. */
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
  const code = totpCodeAt(secret, server.platform.clock.now())
  const { recoveryCodes } = (await visitor.call(turnOnSecondFactor, { body: { code } })).answer
  return {
    secret,
    recoveryCodes,
    nextCode: () => {
      server.clock.aheadMs += TOTP_SECONDS * 1000
      return totpCodeAt(secret, server.platform.clock.now())
    },
  }
}
