import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { store } from '#web/kernel/device/stored.ts'
import { canRetry } from '#web/kernel/outbox/retryable-error.ts'
import { outbox } from '#web/kernel/outbox/outbox.ts'
import { useIsSending, usePending } from '#web/kernel/outbox/use-pending.ts'
import { isListed } from '#web/kernel/outbox/queue-order.ts'
import { copyText } from '#web/kernel/share/share.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { ageInSentence } from '#web/kernel/text/age-in-sentence.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cancelSend } from '#web/ui/cancel-send.ts'
import type { OutboxKind } from '#web/ui/feature.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { UNSENT_TITLE_ID, type UnsentItem, useRefusalReason, withKinds } from './unsent-text.ts'
import css from './UnsentCard.module.css'

export interface UnsentCardProps {
  kinds: readonly OutboxKind[]
  /** Opens the form of an item. */
  onChange: (unsent: UnsentItem) => void
  /** Shown while there are no items, such as before the items stored on the device are loaded. */
  placeholder?: ReactNode
}

/**
 * Items that the server does not have yet. Pending messages are shown in their conversations; refused ones are shown
 * here, since a blocked sender or former member can no longer open the conversation. Refused items are always shown;
 * several pending ones are collapsed to one line, to leave the screen to the feed.
 */
export const UnsentCard = ({ kinds, onChange, placeholder }: UnsentCardProps) => {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const cardRef = useRef<HTMLElement>(null)
  const foldedRef = useRef<HTMLDivElement>(null)
  /** Index of the removed line whose button had the focus. */
  const removedIndex = useRef<number>(null)
  const listed = withKinds(usePending().filter(isListed), kinds)
  const refused = listed.filter(({ item }) => item.refused)
  const pending = listed.filter(({ item }) => !item.refused)
  const isFoldable = pending.length > 1
  useLayoutEffect(() => {
    // The height is stored without the expanded lines, because the next start shows the card collapsed.
    if (cardRef.current)
      store('unsentheight', cardRef.current.offsetHeight - (isFoldable ? (foldedRef.current?.offsetHeight ?? 0) : 0))
    const at = removedIndex.current
    if (at === null) return
    removedIndex.current = null
    const next = discardButtons(cardRef.current)
    const fold = cardRef.current?.querySelector<HTMLElement>('button[aria-expanded]')
    // When neither a line nor the button that expands the lines remains, the feed receives the focus without scrolling.
    const focused = next[at] ?? next.at(-1) ?? fold ?? document.getElementById('main')
    focused?.focus({ preventScroll: focused.id === 'main' })
  })
  if (listed.length === 0) return placeholder
  const line = (unsent: UnsentItem) => (
    <UnsentLine
      key={unsent.item.id}
      unsent={unsent}
      onChange={unsent.kind.form ? () => onChange(unsent) : null}
      onDiscard={button => {
        removedIndex.current = discardButtons(cardRef.current).indexOf(button)
        cancelSend(unsent.item.id)
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
      <span id={UNSENT_TITLE_ID}>{t(pending.length > 0 ? 'outbox.title' : 'outbox.title.refused')}</span>
    </>
  )
  const isOneLine = isFoldable && refused.length === 0
  const isOnPage = pending.some(({ item }) => item.onlyHere)
  const savedText = pending.length > 0 && !isOnPage && <p>{t('outbox.text')}</p>
  return (
    <Card
      as="section"
      ref={cardRef}
      className={css.card}
      aria-labelledby={UNSENT_TITLE_ID}
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
        {!isFoldable && savedText}
      </div>
      {refused.length > 0 && (
        <ul className={css.list} role="list">
          {refused.map(line)}
        </ul>
      )}
      {isFoldable && !isOneLine && fold(count)}
      {pending.length > 0 && (!isFoldable || isOpen) && (
        <div ref={foldedRef}>
          {isFoldable && savedText && <div className={css.text}>{savedText}</div>}
          <ul className={css.list} role="list">
            {pending.map(line)}
          </ul>
        </div>
      )}
    </Card>
  )
}

const discardButtons = (cardRef: HTMLElement | null) => [
  ...(cardRef?.querySelectorAll<HTMLButtonElement>('button[data-forget]') ?? []),
]

interface UnsentLineProps {
  unsent: UnsentItem
  onChange: (() => void) | null
  /** Called with the button that was pressed. */
  onDiscard: (button: HTMLButtonElement) => void
}

const UnsentLine = ({ unsent, onChange, onDiscard }: UnsentLineProps) => {
  const { t } = useText()
  const format = useFormat()
  const reason = useRefusalReason(unsent)
  const { item, kind } = unsent
  const isUnderWay = useIsSending(item.id)
  const { refused } = item
  const text = kind.copyableTextOf?.(item)
  const about = item.about ?? text
  const name = kind.nameOf(item, t)
  const what = (kind.isNamedByKind ? null : about) ?? name
  const copyItem = async (text: string) => {
    const isDone = await copyText(text)
    showToast({ kind: isDone ? 'done' : 'error', text: t(isDone ? 'outbox.copied' : 'outbox.notcopied') })
  }
  return (
    <li className={css.item} data-refused={item.refused ? '' : undefined}>
      <Icon name={kind.icon} />
      <div className={css.body}>
        <div className={css.what}>
          <b>{name}</b>
          {about && <span dir="auto">{about}</span>}
          <small role={item.refused ? 'alert' : undefined}>
            {reason ?? (isUnderWay ? t('outbox.sending') : t('outbox.since', ageInSentence(format, item.date)))}
          </small>
        </div>
        <div className={css.acts}>
          {onChange && (
            <Button kind="quiet" size="s" aria-label={t('outbox.change.of', { what })} onClick={onChange}>
              {t('outbox.change')}
            </Button>
          )}
          {refused && !kind.isRefusalFinal?.(item) && canRetry(refused) && (
            <Button
              kind="quiet"
              size="s"
              aria-label={t('outbox.again.of', { what })}
              onClick={() => outbox.retry(item.id)}
            >
              {t('outbox.again')}
            </Button>
          )}
          {refused && text && (
            <Button
              kind="quiet"
              size="s"
              aria-label={t('outbox.copy.of', { what })}
              onClick={() => void copyItem(text)}
            >
              {t('outbox.copy')}
            </Button>
          )}
          <Button
            kind="quiet"
            size="s"
            aria-label={t(item.refused ? 'outbox.discard.of' : 'outbox.cancel.of', { what })}
            data-forget=""
            onClick={event => onDiscard(event.currentTarget)}
          >
            {t(item.refused ? 'outbox.discard' : 'outbox.cancel')}
          </Button>
        </div>
      </div>
    </li>
  )
}
