import { MAX_NAME_SEARCH_LENGTH, type Point } from '@parvis/contract/community.ts'
import type { City } from '@parvis/contract/find.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MapPane } from '#web/ui/map/MapPane.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ScreenDialog } from '#web/ui/ScreenDialog.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import { CityRow, CommunityRow, FindList, FindListSkeleton } from './components/FindList.tsx'
import { citiesQuery, communitiesQuery } from './find.queries.ts'
import { useNearbyCommunitiesMap } from './near-map.ts'
import { useLocateViewer } from './use-near-me.ts'
import css from './CommunitiesMapDialog.module.css'

export interface CommunitiesMapDialogProps {
  onClose: () => void
  onPick: (customUri: string) => void
}

/** Number of rows shown until the user asks for the rest. */
const FIRST_ROWS = 8
/** Maximum number of towns in the results of a search by name. */
const MAX_TOWNS = 4

/** A map of nearby communities with their list, searchable by town and community. */
export const CommunitiesMapDialog = ({ onClose, onPick }: CommunitiesMapDialogProps) => {
  const { t } = useText()
  const heading = useId()
  const list = useRef<HTMLDivElement>(null)
  const { near, places, map, goTo } = useNearbyCommunitiesMap()
  const { busy, error, locate } = useLocateViewer()
  const [chosen, setChosen] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const [words, setWords] = useState('')
  const [typed, setTyped] = useDebouncedText(words, setWords)
  const visible = all ? places : places.filter(({ _id }, n) => n < FIRST_ROWS || _id === chosen)

  const choose = (id: string) => {
    const found = places.find(({ _id }) => _id === id)
    if (found && id === chosen) return onPick(found.customUri)
    setChosen(id)
  }
  // Scrolls the community chosen on the map into view in the list.
  useEffect(() => {
    if (chosen) list.current?.querySelector(`[data-id="${chosen}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const goToTown = ({ longitude, latitude }: City) => {
    const center: Point = { type: 'Point', coordinates: [longitude, latitude] }
    goTo(center)
    setTyped('')
    setWords('')
  }

  return (
    <ScreenDialog headingId={heading} className={css.sheet} onClose={onClose}>
      <div className={css.over}>
        <SearchField
          label={t('find.map.search')}
          maxLength={MAX_NAME_SEARCH_LENGTH}
          value={typed}
          onChange={setTyped}
        />
        <IconButton icon="x" kind="soft" label={t('common.close')} onClick={onClose} />
      </div>
      <div className={css.map}>
        <MapPane
          {...map}
          label={t('find.map.label')}
          places={places.map(({ _id, name, loc, logoUri }) => ({
            id: _id,
            name,
            point: loc,
            picture: <Avatar name={name} photoUri={logoUri} size="s" subject="place" />,
          }))}
          chosen={chosen}
          onChoose={choose}
          onLocate={locate}
          locating={busy}
        />
        {near.data && (
          <p className={css.note} role="status">
            <Icon name="map-pin" size="s" />
            {t('find.map.count', { count: places.length })}
          </p>
        )}
      </div>
      <div ref={list} className={css.list}>
        <h1 id={heading} tabIndex={-1}>
          {words ? t('find.map.results') : map.here ? t('find.map.around') : t('find.map.here')}
        </h1>
        {error && (
          <div className={css.padded}>
            <Notice
              kind={error.kind === 'info' ? 'calm' : 'danger'}
              icon={error.kind === 'info' ? 'info' : 'circle-alert'}
            >
              {error.text}
            </Notice>
          </div>
        )}
        {words ? (
          <SearchResults words={words} here={map.here} onTown={goToTown} />
        ) : (
          <NearbyCommunities query={near} hiddenCount={places.length - visible.length} onShowAll={() => setAll(true)}>
            {visible.map(community => (
              <CommunityRow
                key={community._id}
                community={community}
                here={map.here}
                narrow
                current={community._id === chosen}
                onHighlight={() => setChosen(community._id)}
              />
            ))}
          </NearbyCommunities>
        )}
      </div>
    </ScreenDialog>
  )
}

interface NearbyCommunitiesProps {
  query: ReturnType<typeof useNearbyCommunitiesMap>['near']
  /** Number of communities that are not shown until the user asks for them. */
  hiddenCount: number
  onShowAll: () => void
  /** The rows of the communities. */
  children: readonly ReactNode[]
}

/** The list of communities around the centre of the map, or its loading, error or empty state. */
const NearbyCommunities = ({ query, hiddenCount, onShowAll, children }: NearbyCommunitiesProps) => {
  const { t } = useText()
  const state = viewStateOf(query)
  return (
    <>
      {state === 'waiting' && <FindListSkeleton bare />}
      {state === 'failed' && <LoadError query={query} title={t('find.map.failed.title')} />}
      {state === 'stale' && (
        <div className={css.padded}>
          <LastUpdated query={query} />
        </div>
      )}
      {query.data &&
        state !== 'failed' &&
        (children.length === 0 ? (
          <EmptyState picture="search" title={t('find.map.empty.title')} text={t('find.map.empty.text')} />
        ) : (
          <FindList label={t('find.list')} bare dimmed={query.isPlaceholderData}>
            {children}
          </FindList>
        ))}
      <div className={css.padded}>
        {hiddenCount > 0 && (
          <Button kind="quiet" onClick={onShowAll}>
            {t('find.map.more', { count: hiddenCount })}
          </Button>
        )}
        <ButtonLink kind="quiet" icon="plus" to="/communautes/demande">
          {t('find.create')}
        </ButtonLink>
      </div>
    </>
  )
}

interface SearchResultsProps {
  words: string
  here: Point | null
  onTown: (city: City) => void
}

/** Results of a search by name. Picking a town moves the map to the town; picking a community opens the community. */
const SearchResults = ({ words, here, onTown }: SearchResultsProps) => {
  const { t } = useText()
  const cities = useInfiniteQuery(citiesQuery(words, here))
  const communities = useInfiniteQuery(communitiesQuery({ name: words, here }))
  const towns = cities.data?.pages[0]?.docs.slice(0, MAX_TOWNS) ?? []
  const found = communities.data?.pages[0]?.docs ?? []
  const state = viewStateOf(communities)
  if (state === 'failed') return <LoadError query={communities} title={t('find.map.failed.title')} />
  if (!communities.data || (!cities.data && !cities.isError)) return <FindListSkeleton bare />
  if (towns.length === 0 && found.length === 0)
    return (
      <EmptyState
        picture="search"
        title={t('find.emptysearch.title', { name: words })}
        text={t('find.emptysearch.text')}
      />
    )
  return (
    <FindList label={t('find.map.results')} bare dimmed={communities.isPlaceholderData || cities.isPlaceholderData}>
      {found.map(community => (
        <CommunityRow key={community._id} community={community} here={here} narrow />
      ))}
      {towns.map(city => (
        <CityRow key={city._id} city={city} onPick={() => onTown(city)} />
      ))}
    </FindList>
  )
}
