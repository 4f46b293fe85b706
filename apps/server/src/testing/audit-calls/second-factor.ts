import { proveOwner } from '@parvis/contract/leaving.ts'
import { logIn } from '@parvis/contract/entry.ts'
import { turnOnFactor } from '../second-factor.ts'
import { DEMO_PASSWORD } from '../test-server.ts'
import type { AuditCalls, AuditWorld } from './world.ts'

const addMemberWithFactor = async ({ server, home, email, addVisitor }: AuditWorld) => {
  const mail = email()
  const person = await addVisitor({ role: 'employee', email: mail })
  const { recoveryCodes } = await turnOnFactor(server, person.visitor)
  const proveAgain = () =>
    person.visitor.call(proveOwner, { body: { currentpassword: DEMO_PASSWORD, code: recoveryCodes[0]! } })
  const logInWith = (code: string, address = '198.51.100.90') =>
    server.visitor().call(
      logIn,
      { body: { email: mail, password: DEMO_PASSWORD, communityId: home, code } },
      {
        'x-forwarded-for': address,
      },
    )
  return { ...person, recoveryCodes, proveAgain, logInWith }
}

/** Acts with a second factor. */
export const secondFactorCalls = (world: AuditWorld): AuditCalls => ({
  'PUT /api/user/second-factor factor.on': () => addMemberWithFactor(world),
  'DELETE /api/user/second-factor factor.off': async () => {
    const { visitor, proveAgain } = await addMemberWithFactor(world)
    await proveAgain()
    return visitor.send({ method: 'DELETE', url: '/api/user/second-factor' })
  },
  'POST /api/user/second-factor/codes factor.codes': async () => {
    const { visitor, proveAgain } = await addMemberWithFactor(world)
    await proveAgain()
    return visitor.send({ method: 'POST', url: '/api/user/second-factor/codes' })
  },
  'POST /api/auth factor.failed': async () => (await addMemberWithFactor(world)).logInWith('000000'),
  'POST /api/auth factor.recovery': async () => {
    const { recoveryCodes, logInWith } = await addMemberWithFactor(world)
    return logInWith(recoveryCodes[0]!)
  },
  'POST /api/auth factor.guessed': async () => {
    const { logInWith } = await addMemberWithFactor(world)
    for (let at = 1; at <= 5; at++) await logInWith('000000', `198.51.100.${100 + at}`)
    return logInWith('000000', '198.51.100.110')
  },
})
