import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import css from './ChatFrame.module.css'

export interface ChatFrameProps {
  list: ReactNode
  /** A conversation is open: on a phone it takes the place of the list. */
  open: boolean
  children: ReactNode
}

/** The lists, and the conversation that is open: one of them on a phone, both where there is feature. */
export const ChatFrame = ({ list, open, children }: ChatFrameProps) => {
  const { t } = useText()
  return (
    <div className={css.frame} data-open={open || undefined}>
      {!open && (
        <div className={css.bar}>
          <TopBar />
        </div>
      )}
      {open ? (
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
