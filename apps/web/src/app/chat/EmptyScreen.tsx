import { useText } from '#web/kernel/text/i18n.ts'
import { NoConversationSelected } from '#web/features/chat/NoConversationSelected.tsx'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { useTitle } from '../frame/screen.ts'

/** The place of the conversation on a screen that shows a list of conversations. */
export const EmptyScreen = ({ title }: { title: TextKey }) => {
  const { t } = useText()
  useTitle(t(title), t('messages.title'))
  return <NoConversationSelected />
}
