import { flagMessage, type Conversation } from '@parvis/contract/chat.ts'
import { useMutation } from '@tanstack/react-query'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { explain, useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { changeThreads, withConversation } from '../thread.cache.ts'
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
  const { t } = useText()
  const { firstContact, abilities } = conversation
  const messageId = firstContact?.messageId
  const { mutate: report, isPending } = useMutation({
    mutationFn: async (id: string) => assertAcknowledged(await call(flagMessage, { params: { id }, body: {} })),
    onSuccess: (_, __, ___, { client }) =>
      changeThreads(client, conversation._id, thread =>
        withConversation(thread, ({ firstContact: before, ...same }) => ({
          ...same,
          ...(before && { firstContact: { ...before, flagged: true } }),
        })),
      ),
    onError: error => showToast({ kind: 'error', text: explain(error) }),
  })
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
          <Button size="s" icon="flag" busy={isPending} onClick={() => report(messageId)}>
            {t('messageacts.first.flag')}
          </Button>
        )}
      </div>
    </section>
  )
}
