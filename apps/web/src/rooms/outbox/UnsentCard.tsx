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
import { isShut, nameOf, useReason, wordsOf } from './unsent-words.ts'
import css from './UnsentCard.module.css'

const icons: Record<UnsentKind, IconName> = {
  message: 'message-circle',
  post: 'newspaper',
  publication: 'sparkles',
  answer: 'hand',
  report: 'flag',
  profile: 'user-round',
}

/** More would push the feed off the screen: they are behind a tap. */
const SHOWN = 3

export interface UnsentCardProps {
  /** Which of them have a form to go back to. */
  hasForm: (one: Waiting) => boolean
  /** Takes one back into its form. */
  onChange: (one: Waiting) => void
  /** Drawn until it is known what the device keeps. */
  kept?: ReactNode
}

/**
 * What was done here and has not reached the server yet. Messages show it in their conversations, and here once they are
 * refused: whoever was blocked, or whose group is gone, can open theirs no more.
 */
export const UnsentCard = ({ hasForm, onChange, kept }: UnsentCardProps) => {
  const { t } = useText()
  const [whole, setWhole] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const waiting = useWaiting().filter(isListed)
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (card.current) store('unsentheight', card.current.offsetHeight)
  })
  if (waiting.length === 0) return kept
  // what somebody has to look at comes first
  const lines = waiting.toSorted((a, b) => Number(Boolean(b.refused)) - Number(Boolean(a.refused)))
  const unrefused = waiting.filter(({ refused }) => !refused)
  return (
    <Card as="section" ref={card} className={css.card} aria-labelledby="unsent">
      <div className={css.head}>
        <h2 id="unsent" ref={heading} tabIndex={-1}>
          <Icon name="clock" size="s" /> {t('outbox.title')}
        </h2>
        {unrefused.length < waiting.length && <p>{t('outbox.text.refused')}</p>}
        {unrefused.length > 0 && (
          <p>{t(unrefused.some(({ onlyHere }) => onlyHere) ? 'outbox.text.page' : 'outbox.text')}</p>
        )}
      </div>
      <ul className={css.list} role="list">
        {(whole ? lines : lines.slice(0, SHOWN)).map(one => (
          <Line
            key={one.id}
            one={one}
            onChange={hasForm(one) ? () => onChange(one) : null}
            onForget={() => {
              doNotSend(one.id)
              // the button goes with its line
              heading.current?.focus()
            }}
          />
        ))}
      </ul>
      {lines.length > SHOWN && (
        <button type="button" className={css.more} aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('outbox.fewer') : t('outbox.more', { count: lines.length - SHOWN })}
        </button>
      )}
    </Card>
  )
}

interface LineProps {
  one: Waiting
  onChange: (() => void) | null
  onForget: () => void
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
  // what of a profile is changed does not say that it is one
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
          {onChange ? (
            <Button kind="quiet" size="s" aria-label={t('outbox.change.of', { what })} onClick={onChange}>
              {t('outbox.change')}
            </Button>
          ) : (
            refused &&
            !isShut(one) &&
            mayHelpToTryAgain(refused) && (
              <Button
                kind="quiet"
                size="s"
                aria-label={t('outbox.again.of', { what })}
                onClick={() => outbox.sendAgain(one.id)}
              >
                {t('outbox.again')}
              </Button>
            )
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
            onClick={onForget}
          >
            {t(one.refused ? 'outbox.discard' : 'outbox.cancel')}
          </Button>
        </div>
      </div>
    </li>
  )
}
