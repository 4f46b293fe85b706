import { distanceKm, type Point } from '@parvis/contract/community.ts'
import type { City, ListedCommunity } from '@parvis/contract/find.ts'
import { textIn } from '@parvis/contract/language.ts'
import { Link } from '@tanstack/react-router'
import { useRef, type ReactNode } from 'react'
import { useNearEnd } from '#web/kernel/screen/near-end.ts'
import { useFormat } from '#web/kernel/text/format.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { SlowLoading } from '#web/ui/SlowLoading.tsx'
import css from './FindList.module.css'

export interface FindListProps {
  label: string
  /** Renders the list without a frame, for use inside a sheet. */
  bare?: boolean
  /** Dims the previous results while new ones are being fetched. */
  dimmed?: boolean
  children: ReactNode
}

export const FindList = ({ label, bare, dimmed, children }: FindListProps) => (
  <ul
    className={css.list}
    aria-label={label}
    aria-busy={dimmed}
    data-bare={bare || undefined}
    data-dimmed={dimmed || undefined}
  >
    {children}
  </ul>
)

export interface CommunityRowProps {
  community: ListedCommunity
  /** The viewer's position, from which the distance is computed. */
  here: Point | null
  /** For a narrow list: the second line shows the distance, and a text marks communities joined by invitation only. */
  narrow?: boolean
  /** Whether the community is selected on the map beside the list. */
  current?: boolean
  onHighlight?: () => void
}

/** A link to a community; a lock icon marks a community that is joined by invitation only. */
export const CommunityRow = ({ community, here, narrow = false, current = false, onHighlight }: CommunityRowProps) => {
  const { t } = useText()
  const { distance } = useFormat()
  const { name, customUri: c, logoUri, communitytype: type, loc, city, membersCount, abilities } = community
  const distanceText = here && loc ? distance(distanceKm(here, loc)) : null
  const words = [
    t('find.kind', { type }),
    ...(narrow ? [distanceText, !abilities.register && t('find.invited')] : [city]),
  ].filter(Boolean)
  return (
    <li>
      <Link
        to="/$c"
        params={{ c }}
        className={css.row}
        aria-current={current || undefined}
        data-current={current || undefined}
        data-id={community._id}
        onFocus={onHighlight}
        onPointerEnter={event => event.pointerType === 'mouse' && onHighlight?.()}
      >
        <Avatar name={name} photoUri={logoUri} subject="place" />
        <span className={css.words}>
          <b dir="auto">{name}</b>
          <small>
            {words.join(' · ')}
            {!narrow && <span className={css.wide}> · {t('find.members', { count: membersCount })}</span>}
          </small>
        </span>
        {!narrow && distanceText && <small className={css.far}>{distanceText}</small>}
        <span className={css.end}>
          <Icon name={abilities.register ? 'chevron-right' : 'lock'} size="s" />
        </span>
      </Link>
    </li>
  )
}

/** A town with its number of communities, and the place name that matched the search if that is not the town’s name. */
export const CityRow = ({ city, onPick }: { city: City; onPick?: () => void }) => {
  const { t, language } = useText()
  const { name, communitiesCount: count } = city
  const content = (
    <>
      <span className={css.sign} data-on={count > 0 || undefined}>
        <Icon name="map-pin" />
      </span>
      <span className={css.words}>
        <b>{name}</b>
        <small>
          {[textIn(language, city, 'department'), city.foundBy, count > 0 && t('find.cities.count', { count })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span className={css.end}>
        <Icon name={onPick ? 'locate' : 'chevron-right'} size="s" />
      </span>
    </>
  )
  return (
    <li>
      {onPick ? (
        <button type="button" className={css.row} onClick={onPick}>
          {content}
        </button>
      ) : (
        <Link to="/communautes" search={{ ville: city._id }} className={css.row}>
          {content}
        </Link>
      )}
    </li>
  )
}

const SKELETON_WIDTHS = [62, 78, 54, 70]

export const FindListSkeleton = ({ bare }: { bare?: boolean }) => {
  const { t } = useText()
  return (
    <>
      <div className={css.list} data-bare={bare || undefined} role="status" aria-label={t('common.loading')}>
        {SKELETON_WIDTHS.map(width => (
          <div key={width} className={css.bone}>
            <Skeleton shape="disc" />
            <span className={css.words}>
              <Skeleton width={width} />
              <Skeleton width={width / 2} />
            </span>
          </div>
        ))}
      </div>
      <SlowLoading />
    </>
  )
}

export interface ListEndProps {
  rowCount: number
  hasMore: boolean
  isLoading: boolean
  hasFailed: boolean
  onMore: () => void
}

/**
 * Loads the next page when the end of the list is near the viewport; after a failed load, only when the button is
 * tapped.
 */
export const ListEnd = ({ rowCount, hasMore, isLoading, hasFailed, onMore }: ListEndProps) => {
  const { t } = useText()
  const end = useRef<HTMLDivElement>(null)
  useNearEnd(end, hasMore && !isLoading && !hasFailed, rowCount, onMore)
  return (
    <div ref={end} className={css.more}>
      {hasFailed && <p>{t('find.more.failed')}</p>}
      {hasMore && (
        <Button kind="quiet" busy={isLoading} icon={hasFailed ? 'rotate-cw' : undefined} onClick={onMore}>
          {hasFailed ? t('common.retry') : t('find.more')}
        </Button>
      )}
    </div>
  )
}
