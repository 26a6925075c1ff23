/** Columns that the copy shows of tables whose rows are all their person's, or nearly: a new one is added here, or hidden in its place. */
export const SHOWN: Record<string, string> = {
  addresses:
    'id user_id label recipient_name phone country city commune quartier avenue number landmark lat lng is_default created_at updated_at',
  backup_codes: 'user_id used_at created_at',
  cart_items: 'id user_id variant_id quantity seen_price_minor seen_currency created_at updated_at',
  carts: 'user_id version created_at updated_at',
  data_copies: 'id user_id status cursor parts bytes entries failures turn_ends_at expires_at created_at updated_at',
  deliveries:
    'id order_id status dropoff zone_id lat lng fee_minor currency attempts reached_at version created_at updated_at occurred_at overdue_at rest_told_at',
  deliveries_sold:
    'id order_id status pickup fee_minor currency attempts reached_at version created_at updated_at occurred_at overdue_at rest_told_at',
  delivery_photos: 'id kind key content_type size created_at subject_id message_id',
  documents: 'id owner_id kind key content_type size created_at subject_id message_id',
  favorites: 'id user_id type target_id created_at',
  feed_reads: 'user_id up_to id marked at',
  feeds: 'user_id total unread read_to',
  identities: 'provider subject user_id email linked_at',
  incident_parties: 'incident_id user_id part opened_at',
  incident_updates: 'id incident_id author_id author_role body created_at',
  incidents:
    'id type severity title description order_id status created_at opened_by opened_as number version updated_at outcome refund_id refund_minor refund_currency told_at answer_by remind_at',
  invoices:
    'id number seller_profile_id subscription_payment_id issuer buyer lines subtotal_minor tax_bps tax_minor total_minor currency status issued_at paid_at reached_at version created_at updated_at',
  kyc: 'id seller_profile_id status legal_name birth_date id_type key_version id_expires_at submitted_at reviewed_at version created_at updated_at',
  messages: 'id order_id channel position sender_id sender_role client_message_id body to_buyer to_other created_at',
  notification_preferences: 'user_id choices updated_at',
  notifications: 'seq id user_id type title body data read_at created_at',
  one_time_tokens: 'id purpose user_id attempts expires_at consumed_at created_at',
  order_items: 'id order_id product_id variant_id name quantity unit_price_minor line_total_minor',
  orders_bought:
    'id number buyer_id shop_id seller_profile_id status payment_status fulfillment_method payment_method currency delivery_address note subtotal_minor delivery_fee_minor total_minor refunded_minor rate_scaled rate_currency paid_currency paid_subtotal_minor paid_fee_minor prep_minutes cancelled_by hold_ends_at due_at reached_at version created_at updated_at rate_over zone_id checkout_id recipient emptied_at',
  orders_sold:
    'id number shop_id seller_profile_id status payment_status fulfillment_method payment_method currency subtotal_minor delivery_fee_minor total_minor refunded_minor rate_scaled rate_currency paid_currency paid_subtotal_minor paid_fee_minor commission_minor prep_minutes cancelled_by hold_ends_at due_at reached_at version created_at updated_at rate_over emptied_at',
  passkeys: 'id user_id counter transports backed_up name created_at last_used_at',
  payin_shares: 'payin_id order_id amount_minor ref',
  payments:
    'id gateway kind purpose subject_id reference status state amount_minor currency network country fee_minor charged_minor failure_code sent_at checks next_check_at final_at reached_at version created_at updated_at asked_at reported_at decided_at agreed_at received_minor',
  product_images: 'id product_id key content_type position created_at width height',
  product_import_lines: 'import_id line content',
  product_imports: 'id shop_id seller_profile_id status lines done cursor errors created_at updated_at failures',
  products:
    'id shop_id seller_profile_id category_id subcategory_id name slug description brand unit weight_grams expires_at currency status moderation_status visible min_price_minor in_stock compared_price rating_count rating_sum rating_rank published_at deleted_at reached_at version created_at updated_at moderation_mode approved_before forget_at',
  push_devices: 'id user_id session_id kind device_name created_at last_used_at',
  quotes:
    'id user_id cart_version fulfillment_method delivery_address lat lng expires_at used_at created_at recipient rates',
  recoveries: 'id user_id proven_at completed_at cancelled_at expires_at created_at identifier',
  reports: 'id type target_id reporter_id reason_code comment status resolved_at version created_at updated_at',
  riders:
    'id user_id status availability vehicle_type vehicle_plate zones active_jobs completed_count rating_count rating_sum lat lng located_at place_told_at reached_at version created_at updated_at',
  rides:
    'id order_id status rider_id zone_id fee_minor rider_earning_minor currency attempts reached_at version created_at updated_at occurred_at overdue_at rest_told_at',
  seller_profiles:
    'id user_id business_name business_type rccm id_nat tax_number contact_phone address kyc_status shop_count product_count version created_at updated_at',
  sessions:
    'id user_id client_type device_name ip_address generation rotated_at created_at last_used_at expires_at ends_at revoked_at revoke_reason proven_at has_second_factor',
  shops:
    'id seller_profile_id name skeleton slug description logo_key banner_key phone email address folded_city opening_hours closed_from closed_to closure_note currency min_order_minor prep_minutes delivery_methods status review_status published_at reached_at version created_at updated_at owner_blocked over_plan rating_count rating_sum',
  subscription_payments:
    'id subscription_id seller_profile_id deposit_id amount_minor currency status expires_at paid_at reached_at version created_at updated_at period_end',
  subscriptions:
    'id seller_profile_id plan_id billing_cycle currency status current_period_start current_period_end grace_ends_at cancel_at_period_end reached_at version created_at updated_at anchor_at price_minor',
  tickets:
    'id number owner_id subject category priority order_id status goes_first closes_at version created_at updated_at',
  review_images: 'id review_id key position width height',
  reviews:
    'id order_id target_type target_id shop_id author_id rating comment reason_code status annulled version created_at updated_at',
  terms_accepted: 'user_id version accepted_at',
  totp: 'user_id key_version confirmed_at last_step created_at',
  users:
    'id name email email_verified_at phone phone_verified_at role preferred_currency locale avatar_key secondary_email blocked_at deleted_at erasure_due_at erased_at last_login_at created_at updated_at secondary_email_verified_at withdrawals_held_until devices_known_since approvals_held_until was_admin_until phone_vouched',
  variants:
    'id product_id name attributes sku price_minor stock held is_default position version created_at updated_at deleted_at low_stock_threshold stock_shop_id',
  wallet_entries: 'id owner_id type amount_minor currency balance_after_minor order_id payout_id created_at',
  wallets:
    'owner_id owner_kind user_id payout_phone payout_network payout_country payout_verified_at frozen_at created_at',
  withdrawals:
    'id gateway owner_id owner_kind account amount_minor currency exchange phone network country is_dust status failure_code expires_at reached_at version created_at updated_at',
}
