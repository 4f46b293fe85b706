import type { MemberFile } from '@parvis/contract/admin.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Switch } from './Switch.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useMemberChange } from '../admin.mutations.ts'
import { fullName } from '../member-words.ts'
import desk from '../DeskView.module.css'

export interface MemberAccessProps {
  communityId: string
  member: MemberFile
  isSelf: boolean
}

/** Whether the member may come in: in force at once. */
export const MemberAccess = ({ communityId, member, isSelf }: MemberAccessProps) => {
  const { t, explain } = useText()
  const change = useMemberChange(communityId, member._id)
  const mayChange = member.abilities.disable
  const turn = (open: boolean) =>
    change.mutate(
      { disabled: !open },
      {
        onSuccess: () =>
          showToast({ text: t(open ? 'admin.access.opened' : 'admin.access.closed', { name: fullName(member) }) }),
      },
    )
  return (
    <Card as="section" aria-label={t('admin.access')} className={desk.body}>
      <Switch
        label={t('admin.access')}
        detail={t(
          mayChange
            ? member.disabled
              ? 'admin.access.off'
              : 'admin.access.on'
            : isSelf
              ? 'admin.access.self'
              : 'admin.access.above',
        )}
        checked={!member.disabled}
        disabled={!mayChange}
        onChange={turn}
      />
      {change.error && (
        <Notice kind="danger" icon="triangle-alert">
          {explain(change.error)}
        </Notice>
      )}
    </Card>
  )
}
