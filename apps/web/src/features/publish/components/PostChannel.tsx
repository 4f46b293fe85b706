import type { Community } from '@parvis/contract/community.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { RadioList } from '#web/ui/RadioList.tsx'

export interface PostChannelProps {
  community: Pick<Community, 'name' | 'communitytype' | 'membersCount' | 'channels'>
  /** Id of the channel; null for the default channel. */
  value: string | null
  onChange: (channelId: string) => void
  error: string | null
}

/** Chooses the channel of a post, which determines who sees the post. */
export const PostChannel = ({
  community: { name, communitytype: type, membersCount: count, channels },
  value,
  onChange,
  error,
}: PostChannelProps) => {
  const { t } = useText()
  const chosen = channels.find(channel => channel._id === value) ?? channels[0]
  return (
    <>
      {error && (
        <Notice kind="danger" icon="circle-alert">
          {error}
        </Notice>
      )}
      <RadioList
        label={t('publish.channel')}
        value={chosen?._id ?? ''}
        onChange={onChange}
        options={channels.map(({ _id, channeltype }) => ({
          value: _id,
          label: t(`publish.channel.${channeltype}`, { type }),
          detail: t(`publish.channel.${channeltype}.detail`, { name, count: count ?? 0 }),
        }))}
      />
    </>
  )
}
