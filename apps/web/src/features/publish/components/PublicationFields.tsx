import { DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
import type { Publication } from '../publication.ts'
import { ChoicePicker } from './ChoicePicker.tsx'
import { PostChannel } from './PostChannel.tsx'
import { WhenPicker } from './WhenPicker.tsx'
import { WherePicker } from './WherePicker.tsx'
import type { Location, Community } from '@parvis/contract/community.ts'
import type { Deal } from '@parvis/contract/deals.ts'
import type { Template, TemplateDate, TemplateTime } from '@parvis/contract/templates.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface PublicationFieldsProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'timezone'>
  me: SessionUser
  template: Template
  deal: Deal | undefined
  dates: readonly TemplateDate[]
  times: readonly TemplateTime[]
  places: readonly Location[]
  publication: Publication
  onChange: (next: Publication) => void
  errorOf: (...fields: string[]) => string | null
}

/** The fields of a publication from a template: choice, date and time, place, channel. */
export const PublicationFields = (props: PublicationFieldsProps) => {
  const { community, me, template, deal, dates, times, places, publication, onChange, errorOf } = props
  const { t } = useText()
  const choices = [...template.choices, ...(deal?.choices ?? [])]
  return (
    <>
      {choices.length > 0 && (
        <ChoicePicker
          choices={choices}
          value={publication.choiceId}
          onChange={choiceId => onChange({ ...publication, choiceId })}
          error={errorOf('choiceId')}
        />
      )}
      <WhenPicker
        publication={publication}
        // Announcements of the team have no date "to be arranged", which is for activities.
        dates={template.type === 'Template' ? dates.filter(({ _id }) => _id !== DATE_TOGETHER) : dates}
        times={times}
        timezone={community.timezone}
        onChange={onChange}
        error={errorOf('dateId', 'timeId')}
      />
      {places.length > 0 && (
        <WherePicker
          places={places}
          value={publication.placeId}
          me={me}
          onChange={placeId => onChange({ ...publication, placeId })}
          error={errorOf('locationId', 'equipmentId')}
        />
      )}
      {template.channels.length > 1 && (
        <FormSection title={t('publish.channel')} error={errorOf('channelsIds')}>
          <PostChannel
            community={{ ...community, channels: template.channels }}
            value={publication.channelId}
            onChange={channelId => onChange({ ...publication, channelId })}
            error={null}
          />
        </FormSection>
      )}
    </>
  )
}
