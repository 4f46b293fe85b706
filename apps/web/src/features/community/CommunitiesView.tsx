import { MAX_NAME_SEARCH_LENGTH } from '@parvis/contract/community.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDevicePosition } from '#web/kernel/device/geolocation.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { TWO_COLUMNS_QUERY, useMedia } from '#web/kernel/screen/use-media.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { CommunitiesMap } from './components/CommunitiesMap.tsx'
import { CommunityRow, FindList, FindListSkeleton, ListEnd } from './components/FindList.tsx'
import { NearMeButton } from './components/FindTools.tsx'
import { cityQuery, communitiesQuery } from './find.queries.ts'
import css from './FindView.module.css'

export interface CommunitiesViewProps {
  /** Search text; empty lists all communities. */
  searchText: string
  /** Id of the town to which the list is restricted. */
  townId?: string
  onSearchText: (searchText: string) => void
  onClearTown: () => void
  onOpenMap: () => void
  onPick: (customUri: string) => void
}

/** All public communities, sorted by name or by distance; on wide screens a map is shown beside the list. */
export const CommunitiesView = ({
  searchText,
  townId,
  onSearchText,
  onClearTown,
  onOpenMap,
  onPick,
}: CommunitiesViewProps) => {
  const { t } = useText()
  const { position } = useDevicePosition()
  const split = useMedia(TWO_COLUMNS_QUERY)
  const [typed, setTyped] = useDebouncedText(searchText, onSearchText)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const query = useInfiniteQuery(communitiesQuery({ name: searchText, cityId: townId, here: position }))
  const city = useQuery({ ...cityQuery(townId ?? ''), enabled: townId !== undefined })
  const communities = query.data?.pages.flatMap(page => page.docs) ?? []
  const state = viewStateOf(query)
  const townName = city.data?.name ?? ''

  return (
    <div className={css.page} data-split={split || undefined}>
      <div className={css.side}>
        <PublicBar homeTarget={{ to: '/' }} />
        <main id="main" className={css.main}>
          <h1>{t('find.title')}</h1>
          <SearchField label={t('find.search')} maxLength={MAX_NAME_SEARCH_LENGTH} value={typed} onChange={setTyped} />
          <div className={css.chips}>
            <NearMeButton />
            <ButtonLink size="s" icon="building" to="/villes">
              {t('find.towns')}
            </ButtonLink>
            <ButtonLink size="s" icon="qr-code" to="/scanner">
              {t('find.scan')}
            </ButtonLink>
          </div>
          {!split && (
            <Segmented
              label={t('find.view')}
              options={[
                { value: 'list', label: t('find.view.list') },
                { value: 'map', label: t('find.view.map') },
              ]}
              value="list"
              onChange={onOpenMap}
            />
          )}
          {townId && townName && (
            <div className={css.chips}>
              <Button size="s" kind="outline" icon="x" aria-label={t('find.intown.clear')} onClick={onClearTown}>
                {t('find.intown', { town: townName })}
              </Button>
            </div>
          )}
          <p className={typography.hidden} role="status">
            {query.data && !query.hasNextPage && searchText && t('find.count', { count: communities.length })}
          </p>
          {state === 'waiting' && <FindListSkeleton />}
          {state === 'failed' && <LoadError query={query} title={t('find.failed.title')} />}
          {state === 'stale' && <LastUpdated query={query} />}
          {query.data &&
            state !== 'failed' &&
            (communities.length === 0 ? (
              <NoCommunities
                words={searchText}
                town={townName}
                onAll={() => onSearchText('')}
                onClearTown={onClearTown}
              />
            ) : (
              <>
                <FindList label={t('find.list')} dimmed={query.isPlaceholderData}>
                  {communities.map(community => (
                    <CommunityRow
                      key={community._id}
                      community={community}
                      here={position}
                      current={split && community._id === highlighted}
                      onHighlight={() => setHighlighted(community._id)}
                    />
                  ))}
                </FindList>
                <ListEnd
                  rowCount={communities.length}
                  hasMore={query.hasNextPage && !query.isPlaceholderData}
                  isLoading={query.isFetchingNextPage}
                  hasFailed={query.isFetchNextPageError}
                  onMore={() => void query.fetchNextPage()}
                />
                {communities.some(({ abilities }) => !abilities.register) && (
                  <p className={css.note}>{t('find.locks')}</p>
                )}
              </>
            ))}
          <div className={css.foot}>
            <ButtonLink kind="quiet" icon="plus" to="/communautes/demande">
              {t('find.create')}
            </ButtonLink>
            <ButtonLink kind="quiet" to="/connexion">
              {t('find.login')}
            </ButtonLink>
          </div>
        </main>
      </div>
      {split && (
        <section className={css.map} aria-label={t('find.map.title')}>
          <CommunitiesMap town={city.data} chosenId={highlighted} onChoose={setHighlighted} onPick={onPick} />
        </section>
      )}
      <ToastRegion />
    </div>
  )
}

interface NoCommunitiesProps {
  words: string
  town: string
  onAll: () => void
  onClearTown: () => void
}

const NoCommunities = ({ words, town, onAll, onClearTown }: NoCommunitiesProps) => {
  const { t } = useText()
  if (words)
    return (
      <EmptyState
        picture="search"
        title={t('find.emptysearch.title', { name: words })}
        text={t('find.emptysearch.text')}
        action={
          <Button kind="primary" onClick={onAll}>
            {t('find.emptysearch.all')}
          </Button>
        }
      />
    )
  if (town)
    return (
      <EmptyState
        picture="door"
        title={t('find.emptytown.title', { town })}
        text={t('find.emptytown.text')}
        action={
          <Button kind="primary" onClick={onClearTown}>
            {t('find.emptysearch.all')}
          </Button>
        }
      />
    )
  return <EmptyState picture="door" title={t('find.empty.title')} text={t('find.empty.text')} />
}
