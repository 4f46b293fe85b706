import { changeMember, decideOnNewcomer, invite } from '@parvis/contract/admin.ts'
import { newId } from '../../kernel/ids.ts'
import { multipartOf } from '../multipart.ts'
import { plainPicture } from '../pictures.ts'
import type { Visitor } from '../test-server.ts'
import type { AuditCalls, AuditWorld } from './world.ts'

const changeNewMember = async ({ administrator, add }: AuditWorld, body: { role?: 'employee'; disabled?: boolean }) => {
  const { userId } = await add()
  return administrator.call(changeMember, { params: { id: userId }, body })
}

const decideOnNewMember = async ({ administrator, add }: AuditWorld, letIn: boolean) =>
  administrator.call(decideOnNewcomer, { params: { id: (await add({ enabled: false })).userId }, body: { letIn } })

const send = async (visitor: Visitor, method: string, url: string, file: Buffer) =>
  visitor.send({ method, url, ...multipartOf([['files', file]]) })

const picture = () => plainPicture().png().toBuffer()

/** Acts of administrators about members, invitations and their community. */
export const administrationCalls = (world: AuditWorld): AuditCalls => {
  const { canaryText, administrator, add } = world
  return {
    'PUT /admin/members/:id member.disabled': () => changeNewMember(world, { disabled: true }),
    'PUT /admin/members/:id member.enabled': async () => {
      const { userId: id } = await add()
      await administrator.call(changeMember, { params: { id }, body: { disabled: true } })
      return administrator.call(changeMember, { params: { id }, body: { disabled: false } })
    },
    'PUT /admin/members/:id birthdate.changed': async () =>
      administrator.call(changeMember, { params: { id: (await add()).userId }, body: { birthdate: '12/05/1990' } }),
    'PUT /admin/waiting/:id member.refused': () => decideOnNewMember(world, false),
    'POST /admin/invitations member.invited': () =>
      administrator.call(invite, { body: { email: `${canaryText}-${newId()}@record.example` } }),
    'PUT /admin/logo logo.changed': async () => send(administrator, 'PUT', '/admin/logo', await picture()),
    'PUT /admin/community/plan plan.changed': async () =>
      send(administrator, 'PUT', '/admin/community/plan', await picture()),
    'PUT /admin/community/welcome welcome.changed': () =>
      send(administrator, 'PUT', '/admin/community/welcome', Buffer.from(`%PDF-1.7\n% ${canaryText}\n%%EOF`)),
  }
}
