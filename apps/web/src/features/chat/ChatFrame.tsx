import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import css from './ChatFrame.module.css'

export interface ChatFrameProps {
  list: ReactNode
  /** Whether a conversation is open; on a phone it then replaces the list. */
  isConversationOpen: boolean
  children: ReactNode
}

/** Lays out the lists and the open conversation: side by side on a wide screen, one of the two on a phone. */
export const ChatFrame = ({ list, isConversationOpen, children }: ChatFrameProps) => {
  const { t } = useText()
  return (
    <div className={css.frame} data-open={isConversationOpen || undefined}>
      {!isConversationOpen && (
        <div className={css.bar}>
          <TopBar />
        </div>
      )}
      {isConversationOpen ? (
        <section className={css.pane} aria-label={t('messages.title')}>
          {list}
        </section>
      ) : (
        <main id="main" tabIndex={-1} className={css.pane}>
          {list}
        </main>
      )}
      <div className={css.thread}>{children}</div>
    </div>
  )
}
