import { isTeamChange, type MemberFile } from '@parvis/contract/admin.ts'
import { roles as allRoles, type Role } from '@parvis/contract/roles.ts'
import { useState } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import type { RenderProofPrompt } from '#web/ui/proof-request.ts'
import { Card } from '#web/ui/Card.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'
import { showToast } from '#web/ui/toasts.ts'
import typography from '#web/ui/typography.module.css'
import { useMemberChange } from '../admin.mutations.ts'
import { fullName } from '../member-text.ts'
import desk from '../DeskView.module.css'
import css from './MemberRole.module.css'

export interface MemberRoleProps {
  communityId: string
  member: MemberFile
  /** Roles that the viewer can grant. */
  roles: readonly Role[]
  /** Whether the viewer is this member. */
  isSelf: boolean
  renderProofPrompt: RenderProofPrompt
  /** Called after viewers have changed their own role. */
  onOwnRoleChanged: () => void
}

/** Radio list of the roles that the viewer can grant, with the current role of the member selected. */
export const MemberRole = ({
  communityId,
  member,
  roles,
  isSelf,
  renderProofPrompt,
  onOwnRoleChanged,
}: MemberRoleProps) => {
  const { t, explain } = useText()
  const change = useMemberChange(communityId, member._id)
  const [roleToConfirm, setRoleToConfirm] = useState<Role | null>(null)
  const canChange = member.abilities.changeRole
  const visibleRoles = allRoles.filter(role => roles.includes(role) || role === member.role)
  const labelOf = (role: Role) => t(`session.role.${role}`, { gender: member.gender ?? 'other' })
  const assignRole = async (role: Role) => {
    try {
      await change.mutateAsync({ role })
      if (isSelf) onOwnRoleChanged()
      else showToast({ text: t('admin.role.given', { name: fullName(member), role: labelOf(role) }) })
    } catch {
      // The error is shown below the roles.
    }
  }
  return (
    <Card as="section" className={classNames(desk.body, css.roles)}>
      <RadioList
        label={t('admin.role')}
        options={visibleRoles.map(role => ({
          value: role,
          label: labelOf(role),
          detail: t(`admin.role.${role}`),
          disabled: !canChange || !roles.includes(role),
        }))}
        // The new role is shown before the server has answered.
        value={(change.isPending && change.variables.role) || member.role}
        onChange={role => (isTeamChange(member.role, role) ? setRoleToConfirm(role) : void assignRole(role))}
      />
      {canChange && <p className={typography.meta}>{t('admin.role.note')}</p>}
      {!canChange && <Notice icon="lock">{t('admin.role.above')}</Notice>}
      {change.error && (
        <Notice kind="danger" icon="triangle-alert">
          {explain(change.error)}
        </Notice>
      )}
      {roleToConfirm &&
        renderProofPrompt({
          ...(isSelf
            ? {
                title: t('admin.role.own.title'),
                text: t('admin.role.own.text'),
                action: t('admin.role.own.yes'),
                danger: true,
              }
            : {
                title: t('admin.role.ask.title', { name: fullName(member), role: labelOf(roleToConfirm) }),
                text: `${t(`admin.role.${roleToConfirm}`)} ${t('admin.role.ask.text')}`,
                action: t('admin.role.ask.yes'),
              }),
          icon: 'user-cog',
          onIdentityProved: () => assignRole(roleToConfirm),
          onClose: () => setRoleToConfirm(null),
        })}
    </Card>
  )
}
