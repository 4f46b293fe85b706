import type { MemberFile } from '@parvis/contract/admin.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useMemberChange } from '../admin.mutations.ts'
import { fullName } from '../member-text.ts'
import desk from '../DeskView.module.css'

export interface MemberAccessProps {
  communityId: string
  member: MemberFile
  isSelf: boolean
}

/** Switch that enables or disables the account of a member at once. */
export const MemberAccess = ({ communityId, member, isSelf }: MemberAccessProps) => {
  const { t, explain } = useText()
  const change = useMemberChange(communityId, member._id)
  // The new value is shown before the server has answered.
  const isEnabled = !(change.isPending ? change.variables.disabled : member.disabled)
  const canChange = member.abilities.disable
  const changeAccess = (enabled: boolean) =>
    change.mutate(
      { disabled: !enabled },
      {
        onSuccess: () =>
          showToast({ text: t(enabled ? 'admin.access.opened' : 'admin.access.closed', { name: fullName(member) }) }),
      },
    )
  return (
    <Card as="section" aria-label={t('admin.access')} className={desk.body}>
      <Switch
        label={t('admin.access')}
        detail={t(
          canChange
            ? isEnabled
              ? 'admin.access.on'
              : 'admin.access.off'
            : isSelf
              ? 'admin.access.self'
              : 'admin.access.above',
        )}
        checked={isEnabled}
        disabled={!canChange}
        onChange={changeAccess}
      />
      {change.error && (
        <Notice kind="danger" icon="triangle-alert">
          {explain(change.error)}
        </Notice>
      )}
    </Card>
  )
}
