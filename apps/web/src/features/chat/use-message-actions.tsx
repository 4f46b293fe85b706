import {
  deleteMessage,
  DELETE_WITHIN_MS,
  type Conversation,
  flagMessage,
  type VisibleMessage,
} from '@parvis/contract/chat.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useMutation } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '#web/kernel/http/api.ts'
import { copyText } from '#web/kernel/share/share.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useReport } from '#web/ui/use-report.tsx'
import { chatKeys, type Thread } from './chat.queries.ts'
import { MessageMenu } from './components/MessageMenu.tsx'
import { isSystemMessage, withMessage } from './thread.cache.ts'

/** Deletes a message after a confirmation in `dialog`. */
const useMessageDeletion = () => {
  const { t, explain } = useText()
  const [messageToDelete, setMessageToDelete] = useState<VisibleMessage | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ _id: id }: VisibleMessage) => call(deleteMessage, { params: { id } }),
    onSuccess: (_, message, __, { client }) => {
      const deletedMessage: VisibleMessage = {
        ...message,
        text: null,
        image: undefined,
        location: undefined,
        deleted: true,
      }
      client.setQueriesData<Thread>({ queryKey: chatKeys.threads() }, thread =>
        thread?.pages.some(page => page.docs.some(doc => '_id' in doc && doc._id === message._id))
          ? withMessage(thread, deletedMessage)
          : thread,
      )
      setMessageToDelete(null)
      // The deletion removes the menu button of the message, which had the focus, so the focus moves to the message
      // list.
      document.querySelector<HTMLElement>('[role=log]')?.focus()
    },
    onError: error => showToast({ kind: 'error', text: `${t('messageacts.delete.failed')} ${explain(error)}` }),
  })
  const dialog = messageToDelete && (
    <ConfirmDialog
      title={t('messageacts.delete.title')}
      text={t('messageacts.delete.text')}
      confirmLabel={t('messageacts.delete.yes')}
      icon="trash"
      busy={isPending}
      onConfirm={() => mutate(messageToDelete)}
      onClose={() => setMessageToDelete(null)}
    />
  )
  return { askToDelete: setMessageToDelete, dialog }
}

/** Returns `menuOf`, which renders the menu of a message, and `dialog` with the dialogs of the menu actions. */
export const useMessageActions = (
  me: Pick<SessionUser, '_id'>,
  conversation: Conversation,
): { menuOf: (message: VisibleMessage) => ReactNode; dialog: ReactNode } => {
  const { t } = useText()
  const { c = '' } = useParams({ strict: false })
  const { report, dialog } = useReport(c)
  const { askToDelete, dialog: deletionDialog } = useMessageDeletion()
  const copyMessage = async ({ text }: VisibleMessage) => {
    if (text && (await copyText(text))) showToast({ text: t('messageacts.copied') })
  }
  const reportMessage = ({ _id: id }: VisibleMessage) =>
    report({ kind: 'message', id, send: reason => call(flagMessage, { params: { id }, body: reason }) })
  return {
    menuOf: message => {
      if (message.deleted || isSystemMessage(message)) return null
      const isMine = message.from === me._id
      return (
        <MessageMenu
          onCopy={message.text ? () => void copyMessage(message) : undefined}
          // Authors cannot delete a message that the team has hidden.
          onDelete={isMine && !message.hiddenByTeam ? () => askToDelete(message) : undefined}
          deletableUntil={Date.parse(message.date) + DELETE_WITHIN_MS}
          onFlag={!isMine && conversation.abilities.flag ? () => reportMessage(message) : undefined}
        />
      )
    },
    dialog: (
      <>
        {deletionDialog}
        {dialog}
      </>
    ),
  }
}
