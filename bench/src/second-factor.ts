import { beginSecondFactor, turnOnSecondFactor } from '@parvis/contract/second-factor.ts'
import { totpCodeAt } from '../../apps/server/src/testing/second-factor.ts'

/** Sets up the second factor of a signed-in administrator, as a production server requires before anything else. */
export const setUpSecondFactor = async (url: string, cookie: string): Promise<void> => {
  const call = async <T>({ method, path }: { method: string; path: string }, body?: object): Promise<T> => {
    const reply = await fetch(url + path, {
      method,
      headers: { cookie, origin: url, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${await reply.text()}`)
    return (await reply.json()) as T
  }
  const { secret } = await call<{ secret: string }>(beginSecondFactor)
  await call(turnOnSecondFactor, { code: totpCodeAt(secret, new Date()) })
}
