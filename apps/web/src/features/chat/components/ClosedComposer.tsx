import type { Conversation } from '@parvis/contract/chat.ts'
import { isStaff } from '@parvis/contract/roles.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { Link, useParams } from '@tanstack/react-router'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import typography from '#web/ui/typography.module.css'
import css from './ChatComposer.module.css'

export interface ClosedComposerProps {
  conversation: Conversation
  title: string
  me: SessionUser
  isGroup: boolean
}

/** Explains in place of the composer why the viewer cannot write in this conversation. */
export const ClosedComposer = ({ conversation, title, me, isGroup }: ClosedComposerProps) => {
  const { t } = useText()
  const { user } = conversation
  // Nobody can write to the team while its message service is switched off.
  const why = user && isStaff(user.role) ? 'messages.team.closed.text' : 'messages.composer.closed'
  if (me.abilities.chat && conversation.firstContact?.isMine)
    return (
      <p className={css.closed} role="status">
        {isGroup ? t('messages.first.group.waits') : t('messages.first.waits', { name: title })}
      </p>
    )
  if (me.suspendedUntil) return <Suspended until={me.suspendedUntil} />
  return <p className={css.closed}>{t(me.abilities.chat ? why : 'messages.composer.reading')}</p>
}

const Suspended = ({ until }: { until: string }) => {
  const { t } = useText()
  const { fullDate } = useFormat()
  const { c = '' } = useParams({ strict: false })
  return (
    <p className={css.closed}>
      <span>
        {t('messages.composer.suspended', { when: fullDate(new Date(until)) })}
        {'\u00a0· '}
        <Link className={typography.link} to="/$c/regles" params={{ c }}>
          {t('messages.hidden.why')}
        </Link>
      </span>
    </p>
  )
}
