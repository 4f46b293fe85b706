import {
  deleteMessage,
  DELETE_WITHIN_MS,
  type Conversation,
  flagMessage,
  type SeenMessage,
} from '@parvis/contract/chat.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { copy } from '#web/kernel/share/share.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useReport } from '#web/ui/use-report.tsx'
import { chatKeys, type Thread } from './chat.queries.ts'
import { MessageMenu } from './components/MessageMenu.tsx'
import { loadOnDemand, type OnDemand } from './load-on-demand.ts'
import { isSystem, withMessage } from './thread.cache.ts'

/** The menu of a message, and the dialog that some actions open. */
export const useMessageActs = (
  me: Pick<SessionUser, '_id'>,
  conversation: Conversation,
): { menuOf: (message: SeenMessage) => ReactNode; dialog: ReactNode } => {
  const { t, explain } = useText()
  const queryClient = useQueryClient()
  const { c = '' } = useParams({ strict: false })
  const { report, asking } = useReport(c)
  const [asked, setAsked] = useState<SeenMessage | null>(null)
  const [busy, setBusy] = useState(false)
  const [part, setPart] = useState<OnDemand | null>(null)
  const ask = (message: SeenMessage) => {
    setAsked(message)
    if (!part) loadOnDemand().then(parts => setPart(parts), onLostPart)
  }

  const copyText = async ({ text }: SeenMessage) => {
    if (text && (await copy(text))) showToast({ text: t('messageacts.copied') })
  }
  const remove = async (message: SeenMessage) => {
    setBusy(true)
    try {
      await call(deleteMessage, { params: { id: message._id } })
      const gone: SeenMessage = { ...message, text: null, image: undefined, location: undefined, deleted: true }
      queryClient.setQueriesData<Thread>({ queryKey: chatKeys.threads() }, thread =>
        thread?.pages.some(page => page.docs.some(doc => '_id' in doc && doc._id === message._id))
          ? withMessage(thread, gone)
          : thread,
      )
      setAsked(null)
      // The menu button disappears with the message.
      document.querySelector<HTMLElement>('[role=log]')?.focus()
    } catch (error) {
      showToast({ kind: 'error', text: `${t('messageacts.delete.failed')} ${explain(error)}` })
    }
    setBusy(false)
  }
  const askWhy = ({ _id: id }: SeenMessage) =>
    report({ kind: 'message', id, send: why => call(flagMessage, { params: { id }, body: why }) })
  return {
    menuOf: message => {
      if (message.deleted || isSystem(message)) return null
      const isMine = message.from === me._id
      return (
        <MessageMenu
          onCopy={message.text ? () => void copyText(message) : undefined}
          // Only the team decides on a message that it has hidden.
          onDelete={isMine && !message.hiddenByTeam ? () => ask(message) : undefined}
          deletableUntil={Date.parse(message.date) + DELETE_WITHIN_MS}
          onFlag={!isMine && conversation.abilities.flag ? () => askWhy(message) : undefined}
        />
      )
    },
    dialog: (
      <>
        {asked && part && (
          <part.DeleteMessage busy={busy} onDelete={() => void remove(asked)} onClose={() => setAsked(null)} />
        )}
        {asking}
      </>
    ),
  }
}
