import { useQuery } from '@tanstack/react-query'
import { viewStateOf } from '#web/kernel/http/query-state.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Main } from '#web/ui/Main.tsx'
import { SkeletonCard } from '#web/ui/Skeleton.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { LoadError } from '#web/ui/LoadError.tsx'
import { FileCard } from './components/FileCard.tsx'
import { InformationForm, type InformationFormProps } from './components/InformationForm.tsx'
import { FeatureSwitchesCard } from './components/OfferCard.tsx'
import { PlacesCard } from './components/PlacesCard.tsx'
import css from './EditInformationView.module.css'
import { informationQuery } from './information.queries.ts'

export type EditInformationViewProps = Omit<InformationFormProps, 'information' | 'aside'>

/** The form in which administrators edit the information, features, files and places of a community. */
export const EditInformationView = ({ community, me, map, onChanged }: EditInformationViewProps) => {
  const { t } = useText()
  const query = useQuery(informationQuery(community._id))
  const state = viewStateOf(query)
  const { data: information } = query
  return (
    <>
      <TopBar
        title={t('information.form.title')}
        backTarget={{ to: '/$c/gestion', params: { c: community.customUri } }}
      />
      <Main>
        {state === 'waiting' && <SkeletonCard photo={false} />}
        {/* Without fresh data there is no form, so that nobody overwrites changes of others. */}
        {(state === 'failed' || (state === 'stale' && !information)) && (
          <LoadError query={query} title={t('information.form.failed')} />
        )}
        {information && state !== 'failed' && (
          <InformationForm
            community={community}
            me={me}
            information={information}
            map={map}
            onChanged={onChanged}
            aside={
              <div className={css.side}>
                <FeatureSwitchesCard community={community} onChanged={onChanged} />
                <FileCard communityId={community._id} fileKind="plan" information={information} onChanged={onChanged} />
                <FileCard
                  communityId={community._id}
                  fileKind="welcome"
                  information={information}
                  onChanged={onChanged}
                />
                <PlacesCard communityId={community._id} />
              </div>
            }
          />
        )}
      </Main>
    </>
  )
}
