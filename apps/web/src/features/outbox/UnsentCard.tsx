import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { store } from '#web/kernel/device/stored.ts'
import { mayHelpToTryAgain } from '#web/kernel/outbox/may-help.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useIsUnderWay, useWaiting } from '#web/kernel/outbox/use-waiting.ts'
import type { UnsentKind, Waiting } from '#web/kernel/outbox/waiting.ts'
import { isListed } from '#web/kernel/outbox/waiting-order.ts'
import { copy } from '#web/kernel/share/share.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { whenWithin } from '#web/kernel/text/when-within.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { doNotSend } from '#web/ui/do-not-send.ts'
import type { IconName } from '#web/ui/icon-names.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { isShut, LIST_TITLE_ID, nameOf, useReason, wordsOf } from './unsent-words.ts'
import css from './UnsentCard.module.css'

const icons: Record<UnsentKind, IconName> = {
  message: 'message-circle',
  post: 'newspaper',
  publication: 'sparkles',
  answer: 'hand',
  report: 'flag',
  profile: 'user-round',
}

export interface UnsentCardProps {
  /** Whether an item has a form to go back to. */
  hasForm: (one: Waiting) => boolean
  /** Opens an item in its form. */
  onChange: (one: Waiting) => void
  /** Shown until the stored items are loaded. */
  kept?: ReactNode
}

/**
 * Actions of this device that the server does not have yet. Messages are shown in their conversations, and here once
 * refused, since a blocked sender or former member can no longer open theirs. Refused items need attention and are
 * always shown; several pending ones are folded to one line, which leaves the screen to the feed.
 */
export const UnsentCard = ({ hasForm, onChange, kept }: UnsentCardProps) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const card = useRef<HTMLElement>(null)
  const folded = useRef<HTMLDivElement>(null)
  /** The index of the removed line whose button had the focus. */
  const forgotten = useRef<number>(null)
  const listed = useWaiting().filter(isListed)
  const refused = listed.filter(one => one.refused)
  const pending = listed.filter(one => !one.refused)
  const folds = pending.length > 1
  useLayoutEffect(() => {
    // The next start shows the card folded.
    if (card.current)
      store('unsentheight', card.current.offsetHeight - (folds ? (folded.current?.offsetHeight ?? 0) : 0))
    const at = forgotten.current
    if (at === null) return
    forgotten.current = null
    const next = forgetButtons(card.current)
    const fold = card.current?.querySelector<HTMLElement>('button[aria-expanded]')
    // Nothing is pending any more: the focus goes to the feed, without scrolling.
    const focused = next[at] ?? next.at(-1) ?? fold ?? document.getElementById('main')
    focused?.focus({ preventScroll: focused.id === 'main' })
  })
  if (listed.length === 0) return kept
  const line = (one: Waiting) => (
    <Line
      key={one.id}
      one={one}
      onChange={hasForm(one) ? () => onChange(one) : null}
      onForget={button => {
        forgotten.current = forgetButtons(card.current).indexOf(button)
        doNotSend(one.id)
      }}
    />
  )
  const fold = (label: ReactNode) => (
    <button type="button" className={css.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {label}
      <Icon name="chevron-down" size="s" />
    </button>
  )
  const count = <span className={css.count}>{t('outbox.waiting', { count: pending.length })}</span>
  const title = (
    <>
      <Icon name={pending.length > 0 ? 'clock' : 'triangle-alert'} size="s" />
      <span id={LIST_TITLE_ID}>{t(pending.length > 0 ? 'outbox.title' : 'outbox.title.refused')}</span>
    </>
  )
  const isOneLine = folds && refused.length === 0
  const isOnPage = pending.some(({ onlyHere }) => onlyHere)
  const keptText = pending.length > 0 && !isOnPage && <p>{t('outbox.text')}</p>
  return (
    <Card
      as="section"
      ref={card}
      className={css.card}
      aria-labelledby={LIST_TITLE_ID}
      data-refused={pending.length === 0 || undefined}
    >
      <div className={css.head}>
        <h2>
          {isOneLine
            ? fold(
                <>
                  {title} {count}
                </>,
              )
            : title}
        </h2>
        {refused.length > 0 && <p>{t('outbox.text.refused')}</p>}
        {isOnPage && <p>{t('outbox.text.page')}</p>}
        {!folds && keptText}
      </div>
      {refused.length > 0 && (
        <ul className={css.list} role="list">
          {refused.map(line)}
        </ul>
      )}
      {folds && !isOneLine && fold(count)}
      {pending.length > 0 && (!folds || isOpen) && (
        <div ref={folded}>
          {folds && keptText && <div className={css.text}>{keptText}</div>}
          <ul className={css.list} role="list">
            {pending.map(line)}
          </ul>
        </div>
      )}
    </Card>
  )
}

const forgetButtons = (card: HTMLElement | null) => [
  ...(card?.querySelectorAll<HTMLButtonElement>('button[data-forget]') ?? []),
]

interface LineProps {
  one: Waiting
  onChange: (() => void) | null
  /** Called with the button that was pressed. */
  onForget: (button: HTMLButtonElement) => void
}

const Line = ({ one, onChange, onForget }: LineProps) => {
  const { t } = useText()
  const format = useFormat()
  const why = useReason(one)
  const isUnderWay = useIsUnderWay(one.id)
  const { kind, refused } = one
  const words = wordsOf(one)
  const about = one.about ?? words
  const name = nameOf(one, t)
  // The text of a changed profile does not say that it is a profile.
  const what = (kind === 'profile' ? null : about) ?? name
  const copyWords = async (text: string) => {
    const isDone = await copy(text)
    showToast({ kind: isDone ? 'done' : 'error', text: t(isDone ? 'outbox.copied' : 'outbox.notcopied') })
  }
  return (
    <li className={css.item} data-refused={one.refused ? '' : undefined}>
      <Icon name={icons[kind]} />
      <div className={css.body}>
        <div className={css.what}>
          <b>{name}</b>
          {about && <span dir="auto">{about}</span>}
          <small role={one.refused ? 'alert' : undefined}>
            {why ?? (isUnderWay ? t('outbox.sending') : t('outbox.since', whenWithin(format, one.date)))}
          </small>
        </div>
        <div className={css.acts}>
          {onChange && (
            <Button kind="quiet" size="s" aria-label={t('outbox.change.of', { what })} onClick={onChange}>
              {t('outbox.change')}
            </Button>
          )}
          {refused && !isShut(one) && mayHelpToTryAgain(refused) && (
            <Button
              kind="quiet"
              size="s"
              aria-label={t('outbox.again.of', { what })}
              onClick={() => outbox.sendAgain(one.id)}
            >
              {t('outbox.again')}
            </Button>
          )}
          {refused && words && (
            <Button
              kind="quiet"
              size="s"
              aria-label={t('outbox.copy.of', { what })}
              onClick={() => void copyWords(words)}
            >
              {t('outbox.copy')}
            </Button>
          )}
          <Button
            kind="quiet"
            size="s"
            aria-label={t(one.refused ? 'outbox.discard.of' : 'outbox.cancel.of', { what })}
            data-forget=""
            onClick={event => onForget(event.currentTarget)}
          >
            {t(one.refused ? 'outbox.discard' : 'outbox.cancel')}
          </Button>
        </div>
      </div>
    </li>
  )
}
