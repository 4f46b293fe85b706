import type { MessageType } from '@parvis/contract/chat.ts'
import type { ModerationRule } from '@parvis/contract/moderation.ts'
import type { Generated } from 'kysely'

declare module '#server/kernel/postgres/db.ts' {
  interface Tables {
    conversations: {
      community_id: string
      id: string
      event_id: string | null
      low_user_id: string | null
      high_user_id: string | null
      last_place: Generated<number>
      last_message_at: Generated<Date | null>
      created_at: Generated<Date>
    }
    conversation_members: {
      community_id: string
      conversation_id: string
      user_id: string
      user_community_id: string
      received_place: Generated<number>
      read_place: Generated<number>
      left_at: Generated<Date | null>
    }
    messages: {
      community_id: string
      conversation_id: string
      place: number
      id: string
      user_id: string
      user_community_id: string
      tmp_id: string
      message_type: MessageType | null
      text: string | null
      image_id: string | null
      latitude: number | null
      longitude: number | null
      youtube_video_id: string | null
      video_title: string | null
      event_id: string | null
      event_community_id: string | null
      created_at: Date
      deleted_at: Date | null
      hidden_at: Generated<Date | null>
    }
    /** The content of each hidden message, retained until the message is restored or erased. */
    hidden_messages: {
      community_id: string
      message_id: string
      content: object
      image_id: string | null
      /** Whether moderators have decided and the author has been informed. */
      is_told: Generated<boolean>
    }
    message_flags: {
      community_id: string
      id: string
      message_id: string
      reporter_id: string
      rule: ModerationRule | null
      reason: string | null
      snapshot: object
      created_at: Date
    }
  }
}
