import { flagMessage, type Conversation } from '@parvis/contract/chat.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { chatKeys, type Thread } from '../chat.queries.ts'
import { conversationOf, withConversation } from '../thread.cache.ts'
import css from './FirstContact.module.css'

export interface FirstContactProps {
  conversation: Conversation
  /** Name of the author, as shown in the conversation. */
  name: string
  onAnswer: () => void
  onBlock: () => void
}

/** Buttons under the first message of an adult to a minor: answer, block, report. */
export const FirstContact = ({ conversation, name, onAnswer, onBlock }: FirstContactProps) => {
  const { t, explain } = useText()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { firstContact, abilities } = conversation
  const messageId = firstContact?.messageId
  const report = async (id: string) => {
    setBusy(true)
    try {
      assertAcknowledged(await call(flagMessage, { params: { id }, body: {} }))
      queryClient.setQueriesData<Thread>({ queryKey: chatKeys.threads() }, thread =>
        thread && conversationOf(thread)?._id === conversation._id
          ? withConversation(thread, ({ firstContact: before, ...same }) => ({
              ...same,
              ...(before && { firstContact: { ...before, flagged: true } }),
            }))
          : thread,
      )
    } catch (error) {
      showToast({ kind: 'error', text: explain(error) })
    }
    setBusy(false)
  }
  return (
    <section className={css.bar} aria-label={t('messageacts.first.label')}>
      <p role="status">
        <Icon name={firstContact?.flagged ? 'check' : 'info'} size="s" />
        <span>{firstContact?.flagged ? t('messageacts.flag.done') : t('messageacts.first.text', { name })}</span>
      </p>
      <div className={css.acts}>
        <Button size="s" kind="primary" icon="reply" onClick={onAnswer}>
          {t('messageacts.first.answer')}
        </Button>
        {abilities.block && (
          <Button size="s" icon="ban" onClick={onBlock}>
            {t('messageacts.first.block')}
          </Button>
        )}
        {messageId && !firstContact.flagged && (
          <Button size="s" icon="flag" busy={busy} onClick={() => void report(messageId)}>
            {t('messageacts.first.flag')}
          </Button>
        )}
      </div>
    </section>
  )
}
