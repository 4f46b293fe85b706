import { updateProfile } from '@parvis/contract/profile.ts'
import { DEMO_PASSWORD } from '../test-server.ts'
import { type AuditCalls, type AuditWorld, NEW_PASSWORD } from './world.ts'

/** Adds a signed-in member with a complete profile, because the server refuses to save an incomplete profile. */
const addSignedInMemberWithProfile = async ({ db, addVisitor }: AuditWorld) => {
  const person = await addVisitor()
  const profile = { firstname: 'Ada', lastname: 'Record' }
  await db.updateTable('users').set(profile).where('id', '=', person.userId).execute()
  return person
}

/** Changes that members make to their own profiles. */
export const profileCalls = (world: AuditWorld): AuditCalls => {
  const { canaryText, nickname, addVisitor } = world
  return {
    'PUT /api/user password.changed': async () => {
      const { visitor } = await addSignedInMemberWithProfile(world)
      return visitor.call(updateProfile, { body: { newpassword: NEW_PASSWORD, currentpassword: DEMO_PASSWORD } })
    },
    'PUT /api/user proof.failed': async () => {
      const { visitor } = await addSignedInMemberWithProfile(world)
      return visitor.call(updateProfile, { body: { newpassword: NEW_PASSWORD, currentpassword: canaryText } })
    },
    'PUT /api/user email.asked': async () => {
      const { visitor } = await addVisitor({ email: null, needUpdate: true, password: undefined })
      return visitor.call(updateProfile, {
        body: {
          email: `${canaryText}-mine@record.example`,
          pseudo: nickname(),
          firstname: 'Ada',
          lastname: 'Record',
          confirmage: true,
          confirmaddress: true,
          newpassword: NEW_PASSWORD,
        },
      })
    },
  }
}
