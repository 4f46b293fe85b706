import { displayName, type Author } from '@parvis/contract/entity.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Target } from '#web/ui/frame-context.ts'
import { IconLink } from '#web/ui/IconLink.tsx'
import { LoadMore, type LoadMoreProps } from '#web/ui/LoadMore.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import { buildingText } from '#web/kernel/text/building-text.ts'
import type { AnswerMeaning } from '../answer-meaning.ts'
import css from '../PostView.module.css'

export interface AnswerersProps {
  /** What the answer means, or that the event was cancelled; determines the heading. */
  answerMeaning: AnswerMeaning | 'calledoff'
  /** Number of people who answered, loaded or not. */
  count: number
  /** People in the order in which they answered; undefined while loading. */
  people: (Author & { online?: boolean })[] | undefined
  hasLoadFailed: boolean
  /** Loads further pages. */
  pages: LoadMoreProps['query']
  /** Returns the link to write to a person; undefined where the viewer cannot write to them. */
  chatLinkFor: (person: Author) => Target | undefined
  /** Returns the link to a profile; undefined where the viewer cannot open it. */
  profileLinkFor: (person: Author) => Target | undefined
  onRetry: () => void
}

const SKELETON_WIDTHS = [34, 46, 28]

/** List of the people who answered a post: for its author, the team, and the members of its group. */
export const Answerers = ({
  answerMeaning,
  count,
  people,
  hasLoadFailed,
  pages,
  chatLinkFor,
  profileLinkFor,
  onRetry,
}: AnswerersProps) => {
  const { t } = useText()
  const { number } = useFormat()
  const id = useId()
  return (
    <section className={css.who} aria-labelledby={id}>
      <h2 id={id}>
        {t(`post.who.${answerMeaning}`)} {people && people.length > 0 && <small>{number(count)}</small>}
      </h2>
      {!people &&
        (hasLoadFailed ? (
          <p>
            {t('post.who.failed')}{' '}
            <Button kind="quiet" size="s" icon="rotate-cw" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          </p>
        ) : (
          <SlowLoading>
            <ul className={css.list} aria-hidden="true">
              {SKELETON_WIDTHS.map(width => (
                <li key={width}>
                  <Skeleton shape="disc" />
                  <span>
                    <Skeleton width={width} />
                  </span>
                </li>
              ))}
            </ul>
          </SlowLoading>
        ))}
      {people?.length === 0 && <p>{t('post.who.none')}</p>}
      {people && people.length > 0 && (
        <ul className={css.list}>
          {people.map(person => {
            const name = displayName(person)
            const chat = chatLinkFor(person)
            const profile = profileLinkFor(person)
            return (
              <li key={person._id}>
                <Avatar name={name} photoUri={person.photoUri} online={person.online} />
                <span>
                  <b dir="auto">{profile ? <Link {...profile}>{name}</Link> : name}</b>
                  {person.building && <small dir="auto">{buildingText(t, person.building)}</small>}
                </span>
                {chat && <IconLink icon="message-circle" label={t('feed.chat', { name })} {...chat} />}
              </li>
            )
          })}
        </ul>
      )}
      {people && <LoadMore query={pages} label={t('post.who.more')} rowCount={people.length} />}
    </section>
  )
}
