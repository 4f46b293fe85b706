import { MAX_NAME_SEARCH_LENGTH } from '@parvis/contract/community.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDevicePosition } from '#web/kernel/device/geolocation.ts'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useDebouncedText } from '#web/kernel/screen/debounced-text.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PublicBar } from '#web/ui/PublicBar.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { ToastRegion } from '#web/ui/Toast.tsx'
import { LoadError, LastUpdated } from '#web/ui/LoadError.tsx'
import typography from '#web/ui/typography.module.css'
import { CityRow, FindList, FindListSkeleton, ListEnd } from './components/FindList.tsx'
import { NearMeButton } from './components/FindTools.tsx'
import { citiesQuery } from './find.queries.ts'
import css from './FindView.module.css'

export interface CitiesViewProps {
  /** Search text; empty lists all towns. */
  searchText: string
  onSearchText: (searchText: string) => void
}

/** Searchable list of towns, those with communities first. */
export const CitiesView = ({ searchText, onSearchText }: CitiesViewProps) => {
  const { t } = useText()
  const { position } = useDevicePosition()
  const [typed, setTyped] = useDebouncedText(searchText, onSearchText)
  const query = useInfiniteQuery(citiesQuery(searchText, position))
  const found = query.data?.pages.flatMap(page => page.docs) ?? []
  // Without a search text or a position, only towns with communities are listed, because an alphabetical list of
  // all towns of a country would help nobody.
  const withCommunities = found.filter(({ communitiesCount }) => communitiesCount > 0)
  const isShortened =
    searchText === '' && position === null && withCommunities.length > 0 && withCommunities.length < found.length
  const cities = isShortened ? withCommunities : found
  const state = viewStateOf(query)
  return (
    <div className={css.page}>
      <div className={css.side}>
        <PublicBar homeTarget={{ to: '/' }} />
        <main id="main" className={css.main}>
          <h1>{t('find.cities.title')}</h1>
          <SearchField
            label={t('find.cities.search')}
            maxLength={MAX_NAME_SEARCH_LENGTH}
            value={typed}
            onChange={setTyped}
          />
          <div className={css.chips}>
            <NearMeButton />
            <ButtonLink size="s" icon="arrow-left" to="/communautes">
              {t('find.cities.back')}
            </ButtonLink>
          </div>
          <p className={typography.hidden} role="status">
            {query.data && !query.hasNextPage && searchText && t('find.cities.found', { count: cities.length })}
          </p>
          {state === 'waiting' && <FindListSkeleton />}
          {state === 'failed' && <LoadError query={query} title={t('find.cities.failed.title')} />}
          {state === 'stale' && <LastUpdated query={query} />}
          {query.data &&
            state !== 'failed' &&
            (cities.length === 0 ? (
              <NoCities words={searchText} onAll={() => onSearchText('')} />
            ) : (
              <>
                <FindList label={t('find.cities.list')} dimmed={query.isPlaceholderData}>
                  {cities.map(city => (
                    <CityRow key={city._id} city={city} />
                  ))}
                </FindList>
                {isShortened ? (
                  <p className={css.note}>{t('find.cities.hint')}</p>
                ) : (
                  <ListEnd
                    rowCount={cities.length}
                    hasMore={query.hasNextPage && !query.isPlaceholderData}
                    isLoading={query.isFetchingNextPage}
                    hasFailed={query.isFetchNextPageError}
                    onMore={() => void query.fetchNextPage()}
                  />
                )}
              </>
            ))}
        </main>
      </div>
      <ToastRegion />
    </div>
  )
}

const NoCities = ({ words, onAll }: { words: string; onAll: () => void }) => {
  const { t } = useText()
  return words ? (
    <EmptyState
      picture="search"
      title={t('find.cities.empty.title', { name: words })}
      text={t('find.cities.empty.text')}
      action={
        <Button kind="primary" onClick={onAll}>
          {t('find.cities.all')}
        </Button>
      }
    />
  ) : (
    <EmptyState
      picture="door"
      title={t('find.cities.none.title')}
      text={t('find.cities.none.text')}
      action={
        <ButtonLink kind="primary" to="/carte-communautes">
          {t('find.map.title')}
        </ButtonLink>
      }
    />
  )
}
