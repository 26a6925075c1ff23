import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { categories, subcategories } from '#db/schema/catalogue/categories.ts'
import { products } from '#db/schema/catalogue/products.ts'
import { variants } from '#db/schema/catalogue/variants.ts'
import { incidents } from '#db/schema/core/incidents.ts'
import { pushDevices } from '#db/schema/core/push-devices.ts'
import { users } from '#db/schema/core/users.ts'
import { expenses } from '#db/schema/money/expenses.ts'
import { exchangeRates } from '#db/schema/money/rates.ts'
import { moneySettings } from '#db/schema/money/wallets.ts'
import { posts } from '#db/schema/office/posts.ts'
import { tickets } from '#db/schema/office/tickets.ts'
import { cartItems } from '#db/schema/orders/carts.ts'
import { orders } from '#db/schema/orders/orders.ts'
import { reviews } from '#db/schema/orders/reviews.ts'
import { riders } from '#db/schema/orders/riders.ts'
import { deliveryZones } from '#db/schema/orders/zones.ts'
import { addresses } from '#db/schema/people/addresses.ts'
import { plans } from '#db/schema/shops/plans.ts'
import { sellerProfiles } from '#db/schema/shops/profiles.ts'
import { shops } from '#db/schema/shops/shops.ts'

/**
 * A field that stays on a thing, and who obeys it: a probe of `obeyed.test.ts` sets it and sees another answer, refusal or
 * job; or a test that is there already sees that; or nobody has to, for a reason.
 */
type Kept = { column?: string } & ({ probe: string } | { test: string } | { reason: string })

/** A thing whose fields callers set through these operations; `table` has a column of each. */
type Thing = { table?: SQLiteTable; operations: string[]; fields: Record<string, Kept> }

const named = (column?: string) => (column === undefined ? {} : { column })
const probe = (what: string, column?: string): Kept => ({ probe: what, ...named(column) })
const test = (path: string, column?: string): Kept => ({ test: `test/${path}`, ...named(column) })
const words = (reason: string, column?: string): Kept => ({ reason, ...named(column) })
const PUBLIC = 'words that buyers read'
const REACHES = 'how a person is reached, by people'

export const THINGS: Record<string, Thing> = {
  shop: {
    table: shops,
    operations: ['createShop', 'updateShop'],
    fields: {
      name: probe('the search of shops finds it'),
      description: test('shops/shops/review.test.ts'),
      phone: probe('the rider who has the job reads it'),
      email: words('how staff reach the owner of the shop; buyers never see it'),
      address: probe('a shop of another town is in another zone'),
      openingHours: probe('the seller’s day begins at the opening'),
      closedFrom: probe('a closure that has begun refuses orders'),
      closedTo: probe('a closure that has ended refuses none'),
      closureNote: words(PUBLIC),
      currency: probe('a quote of the way is in it'),
      minOrderAmount: probe('less is refused', 'minOrderMinor'),
      prepMinutes: probe('an acceptance without its own says it'),
      deliveryMethods: probe('the other way is refused'),
    },
  },
  zone: {
    table: deliveryZones,
    operations: ['createZone', 'updateZone'],
    fields: {
      name: test('orders/delivery/zones-and-quote.test.ts'),
      country: probe('a zone abroad serves no shop here'),
      city: probe('a zone of another town serves no shop here'),
      lat: probe('a zone that moves north lets go of a place'),
      lng: probe('a zone that moves east lets go of a place'),
      radiusKm: probe('a smaller zone lets go of a place'),
      fee: probe('a quote of the way costs it', 'feeMinor'),
      feeCurrency: probe('a quote of the way is in its currency'),
      isOpen: probe('a closed zone delivers nothing'),
    },
  },
  settings: {
    table: moneySettings,
    operations: ['updatePlatformSettings'],
    fields: {
      currency: test('money/wallet/platform-settings.test.ts'),
      minPayout: test('office/platform/settings.test.ts', 'minPayoutMinor'),
      maxPayoutPerDay: test('office/platform/settings.test.ts', 'maxPayoutPerDayMinor'),
      commissionRate: { test: 'testing/stories/books.ts', column: 'commissionBps' },
      kycRequiredFor: test('money/wallet/platform-settings.test.ts', ''),
      taxRate: test('shops/invoices/invoices.test.ts', ''),
      issuer: test('shops/invoices/invoices.test.ts', ''),
      terms: test('people/accounts/terms.test.ts', ''),
      defaultDeliveryFee: test('orders/delivery/out-of-reach.test.ts', ''),
    },
  },
  moderation: {
    operations: ['setModerationSettings'],
    fields: { mode: test('catalogue/moderation/pre.test.ts') },
  },
  plan: {
    table: plans,
    operations: ['createPlan', 'updatePlan', 'replacePlanPrices'],
    fields: {
      name: words('what a seller chooses by'),
      maxProducts: probe('a product more than the plan has is refused'),
      maxPhotosPerProduct: probe('a picture more than the plan has is refused'),
      maxShops: test('shops/shops/shops.workerd.test.ts'),
      prioritySupport: test('office/support/tickets.test.ts'),
      isActive: probe('a plan that is not active is listed no more'),
      sortOrder: probe('plans are listed in its order'),
      prices: test('shops/plans/plans.test.ts', ''),
    },
  },
  category: {
    table: categories,
    operations: ['createCategory', 'updateCategory'],
    fields: {
      name: test('catalogue/categories/categories.test.ts'),
      sortOrder: probe('categories are listed in its order'),
      requiresExpiry: probe('a product without a date is refused'),
      isActive: probe('a product there is refused'),
    },
  },
  subcategory: {
    table: subcategories,
    operations: ['createSubcategory', 'updateSubcategory'],
    fields: {
      name: test('catalogue/categories/categories.test.ts'),
      sortOrder: test('catalogue/categories/categories.test.ts'),
      isActive: test('catalogue/categories/categories.test.ts'),
    },
  },
  rate: {
    table: exchangeRates,
    operations: ['createExchangeRate', 'updateExchangeRate', 'upsertExchangeRate'],
    fields: {
      baseCurrency: test('money/rates/rates.test.ts'),
      quoteCurrency: test('money/rates/rates.test.ts'),
      rate: test('money/rates/rates.test.ts', 'rateScaled'),
      source: words('where people took it from; a rate is counted with whatever it is'),
      effectiveAt: test('money/rates/rates.test.ts'),
      isActive: test('money/rates/rates.test.ts'),
    },
  },
  product: {
    table: products,
    operations: ['createProduct', 'updateProduct', 'importProducts', 'setProductStatus'],
    fields: {
      shopId: test('catalogue/products/create-product.workerd.test.ts'),
      subcategoryId: test('catalogue/products/lists-of-products.test.ts'),
      name: test('catalogue/products/list.workerd.test.ts'),
      description: test('catalogue/products/list.workerd.test.ts'),
      brand: test('catalogue/products/list.workerd.test.ts'),
      unit: words('what a piece is: people read it beside the price'),
      weightGrams: words('people read it; no fee goes by weight'),
      expiresAt: test('catalogue/imports/expiry.node.test.ts'),
      currency: test('orders/orders/buying/conversion.test.ts'),
      status: test('catalogue/products/status.workerd.test.ts'),
      variants: test('catalogue/products/create-product.workerd.test.ts', ''),
      images: test('catalogue/products/pictures.workerd.test.ts', ''),
      'images[]': test('catalogue/products/create-product.workerd.test.ts', ''),
      file: test('catalogue/imports/import.test.ts', ''),
      partial: test('catalogue/imports/import.test.ts', ''),
      stock: test('catalogue/imports/import.test.ts', ''),
    },
  },
  variant: {
    table: variants,
    operations: ['addVariant', 'editVariant', 'adjustStock', 'setStock', 'changeStocks', 'setThreshold'],
    fields: {
      name: words(PUBLIC),
      sku: test('catalogue/variants/variants.test.ts'),
      price: test('orders/orders/buying/sold-meanwhile.node.test.ts', 'priceMinor'),
      stock: test('catalogue/stock/stock.test.ts'),
      attributes: words(PUBLIC),
      lowStockThreshold: test('catalogue/stock/levels.workerd.test.ts'),
      type: test('catalogue/stock/stock.test.ts', ''),
      amount: test('catalogue/stock/stock.test.ts', ''),
      items: test('catalogue/stock/levels.workerd.test.ts', ''),
      reason: words('why, for the seller’s own record', ''),
      expectedStock: test('catalogue/stock/levels.workerd.test.ts', ''),
    },
  },
  address: {
    table: addresses,
    operations: ['addAddress', 'editAddress'],
    fields: {
      label: words('what its owner calls it'),
      recipientName: test('orders/delivery/who-is-told.test.ts'),
      phone: test('orders/delivery/who-is-told.test.ts'),
      country: probe('an address abroad is out of reach'),
      city: probe('an address in another town is out of reach'),
      commune: words('where people find it'),
      quartier: words('where people find it'),
      avenue: test('orders/delivery/who-is-told.test.ts'),
      number: words('where people find it'),
      landmark: words('where people find it'),
      lat: probe('an address that is known to be elsewhere is out of reach'),
      lng: probe('an address that is known to be elsewhere is out of reach'),
      isDefault: words('which one an application offers first; an order always names its own'),
    },
  },
  cart: {
    table: cartItems,
    operations: ['addCartItem', 'setCartItem', 'replaceCart', 'mergeCart'],
    fields: {
      variantId: test('orders/cart/cart.test.ts'),
      quantity: test('orders/cart/cart.test.ts'),
      items: test('orders/cart/cart.test.ts', ''),
    },
  },
  order: {
    table: orders,
    operations: ['placeOrder', 'placeCheckout', 'quoteCart', 'acceptOrder'],
    fields: {
      shopId: test('orders/orders/buying/sold-meanwhile.node.test.ts'),
      items: test('orders/orders/buying/sold-meanwhile.node.test.ts', ''),
      fulfillmentMethod: test('orders/orders/story.workerd.test.ts'),
      paymentMethod: words('there is one way to pay'),
      currency: test('orders/orders/buying/conversion.test.ts'),
      deliveryAddress: test('orders/cart/quote.test.ts'),
      addressId: test('orders/delivery/out-of-reach.test.ts', ''),
      place: test('orders/cart/guest-quote.test.ts', ''),
      quoteId: test('orders/checkout/checkout.test.ts', ''),
      note: words('the buyer’s words to the seller'),
      prepMinutes: test('core/notices/sms.node.test.ts'),
      payerPhoneNumber: test('orders/orders/buying/prompts.test.ts', ''),
      network: test('orders/orders/buying/without-a-rate.test.ts', ''),
      countryCode: test('orders/orders/buying/without-a-rate.test.ts', ''),
    },
  },
  rider: {
    table: riders,
    operations: ['applyAsRider', 'editMyRider', 'setAvailability', 'setLocation'],
    fields: {
      vehicleType: words('what buyer and seller look out for'),
      vehiclePlate: words('what buyer and seller look out for'),
      zones: test('orders/delivery/available.workerd.test.ts'),
      availability: test('orders/delivery/available.workerd.test.ts'),
      lat: test('orders/delivery/available.workerd.test.ts'),
      lng: test('orders/delivery/available.workerd.test.ts'),
    },
  },
  user: {
    table: users,
    operations: ['updateProfile', 'createAccount', 'registerGoogle', 'setRole', 'acceptTerms'],
    fields: {
      name: test('orders/delivery/who-is-told.test.ts'),
      email: test('people/accounts/screening.test.ts'),
      password: test('people/passwords/change.workerd.test.ts', 'passwordHash'),
      role: test('people/users/users.test.ts'),
      phone: test('people/users/phone.test.ts'),
      preferredCurrency: words('what an application shows first; amounts stay in the currency of their thing'),
      locale: test('core/notices/languages.node.test.ts'),
      version: test('people/accounts/terms.test.ts', ''),
      idToken: test('people/google/sign-in.test.ts', ''),
      acceptTerms: test('people/accounts/terms.test.ts', ''),
      termsVersion: test('people/accounts/terms.test.ts', ''),
      website: words('a trap for robots: nothing keeps it', ''),
      turnstileToken: words('a proof of the moment: nothing keeps it', ''),
    },
  },
  preferences: {
    operations: ['setPreferences'],
    fields: {
      orders: test('office/notifications/preferences-of-groups.test.ts'),
      payments: test('office/notifications/preferences-of-groups.test.ts'),
      messages: test('office/notifications/preferences-of-groups.test.ts'),
      marketing: test('office/notifications/preferences-of-groups.test.ts'),
      locale: test('core/notices/languages.node.test.ts'),
    },
  },
  device: {
    table: pushDevices,
    operations: ['registerDevice'],
    fields: {
      kind: test('office/notifications/pushed.test.ts'),
      endpoint: test('office/notifications/pushed.test.ts', 'address'),
      keys: test('office/notifications/devices.test.ts', 'auth'),
      token: test('office/notifications/pushed.test.ts', 'address'),
      deviceName: words('what its owner calls it, in the list of devices'),
    },
  },
  payoutNumber: {
    operations: ['requestPayoutNumber'],
    fields: {
      phoneNumber: test('money/wallet/withdraw.test.ts'),
      network: test('money/wallet/wallet.test.ts'),
      countryCode: test('money/wallet/wallet.test.ts'),
    },
  },
  profile: {
    table: sellerProfiles,
    operations: ['createSellerProfile', 'updateMySellerProfile'],
    fields: {
      businessName: test('shops/invoices/invoices.test.ts'),
      businessType: words('what a seller says they are, for staff who look at the identity'),
      rccm: test('shops/invoices/invoices.test.ts'),
      idNat: words('what an invoice says'),
      taxNumber: test('shops/invoices/invoices.test.ts'),
      contactPhone: words(REACHES),
      address: words('what an invoice says'),
      acceptTerms: test('people/accounts/terms.test.ts', ''),
      termsVersion: test('people/accounts/terms.test.ts', ''),
    },
  },
  identity: {
    operations: ['editKyc', 'addKycDocument'],
    fields: {
      legalName: words('staff compare it with the papers'),
      birthDate: words('staff compare it with the papers'),
      idType: words('staff compare it with the papers'),
      idNumber: words('staff compare it with the papers; others never see all of it'),
      idExpiresAt: test('shops/kyc/file.test.ts'),
      file: test('shops/kyc/papers.workerd.test.ts'),
      kind: test('shops/kyc/papers.workerd.test.ts'),
    },
  },
  expense: {
    table: expenses,
    operations: ['createExpense', 'updateExpense'],
    fields: {
      label: words('what finance finds it by'),
      category: test('money/expenses/books.test.ts'),
      amount: test('money/expenses/books.test.ts', 'amountMinor'),
      currency: test('money/expenses/books.test.ts'),
      incurredAt: test('money/expenses/books.test.ts'),
      vendor: words('what finance finds it by'),
      paymentMethod: words('a word of finance to itself'),
      notes: words('a word of finance to itself'),
    },
  },
  post: {
    table: posts,
    operations: ['createPost', 'updatePost', 'setPostCover'],
    fields: {
      title: words(PUBLIC),
      slug: test('office/blog/read.test.ts'),
      excerpt: words(PUBLIC),
      body: words(PUBLIC),
      tags: words(PUBLIC),
      locale: test('office/blog/read.test.ts'),
      cover: words('a picture that people see', 'coverKey'),
    },
  },
  review: {
    table: reviews,
    operations: ['createReviews', 'editReview', 'answerReview'],
    fields: {
      products: test('orders/reviews/writing.test.ts', ''),
      shop: test('orders/reviews/writing.test.ts', ''),
      rider: test('orders/reviews/writing.test.ts', ''),
      images: test('orders/reviews/writing.test.ts', ''),
      'images[]': test('catalogue/products/create-product.workerd.test.ts', ''),
      rating: test('orders/reviews/writing.test.ts'),
      comment: words(PUBLIC),
      reasonCode: test('orders/reviews/writing.test.ts'),
      body: words(PUBLIC, 'answer'),
    },
  },
  ticket: {
    table: tickets,
    operations: ['createTicket', 'updateTicket', 'assignTicket'],
    fields: {
      subject: words('what the team reads'),
      category: words('what the team reads'),
      priority: words('a word of the team to itself: which come first is said by the plan of who asks'),
      body: words('what the team reads', ''),
      orderId: test('office/support/tickets.test.ts'),
      assigneeId: test('office/support/tickets.test.ts'),
    },
  },
  incident: {
    table: incidents,
    operations: ['openIncident', 'updateIncident'],
    fields: {
      type: words('what the team reads'),
      title: words('what the team reads'),
      description: words('what the team reads'),
      orderId: test('office/incidents/stops.test.ts'),
      severity: test('office/incidents/incidents.test.ts'),
    },
  },
}

/** Said of a moment, beside what is kept: the version that the caller saw, or that a leap is meant. */
export const OF_THE_MOMENT = ['version', 'baseVersion', 'confirmJump']

const SAYS_WHY = 'why, or a word beside it, for people and the record of acts'
const PROVES = 'proves who asks; nothing of it stays'
const PAYS = 'who pays this once, or is paid'
const ASKS = 'asks, and keeps nothing'
const OF_ONE = 'what this act is about; its own tests see what it does'

/** Operations whose fields are of the act alone: nothing stays that a later act could obey or not. */
export const ACTS: Record<string, string[]> = {
  [SAYS_WHY]: [
    ...['adminCancelOrder', 'approveKyc', 'approveProduct', 'approveRider', 'approveShop', 'blockUser', 'cancelOrder'],
    ...['cancelPayout', 'closeTicket', 'deleteUser', 'dismissIncident', 'freezeWallet', 'reactivateRider'],
    ...['reactivateShop', 'rejectExpense', 'rejectKyc', 'rejectOrder', 'rejectProduct', 'rejectRefund', 'rejectRider'],
    ...['rejectShop', 'reopenTicket', 'requestKycChanges', 'requestProductChanges', 'requestShopChanges'],
    ...['resolveTicket', 'restoreProduct', 'revokeKyc', 'sellerCancelOrder', 'suspendRider', 'suspendShop'],
    ...[
      'removeMedia',
      'approveReview',
      'rejectReview',
      'takeProductDown',
      'unblockUser',
      'unfreezeWallet',
      'verifyEmailByStaff',
      'verifyPhoneByStaff',
      'voidInvoice',
    ],
    ...[
      'addOrderNote',
      'answerIncident',
      'writeToTicket',
      'reportProduct',
      'reportShop',
      'reportReview',
      'sendMessage',
      'broadcast',
      'loseDelivery',
    ],
  ],
  [PROVES]: [
    ...[
      'completeRecovery',
      'confirmBooking',
      'confirmExpense',
      'confirmSettlement',
      'confirmPayout',
      'confirmPayoutNumber',
      'confirmRefund',
      'confirmTotp',
    ],
    ...['createPassword', 'disableTotp', 'forgotPassword', 'linkGoogle', 'loginGoogle', 'loginPasskey'],
    ...['loginPassword', 'loginTotp', 'logout', 'promoteSecondaryEmail', 'reauthenticate', 'refreshSession'],
    ...['regenerateBackupCodes', 'registerPasskey', 'requestEmail', 'requestOtp', 'requestPhone'],
    ...['requestSecondaryEmail', 'resendPayoutCode', 'resendRefundCode', 'resendVerification', 'resetPassword'],
    ...['scheduleErasure', 'sendRecoveryCode', 'startPasskeyLogin', 'startRecovery', 'undoChange', 'updatePassword'],
    ...['verifyEmail', 'verifyNewEmail', 'verifyOtp', 'verifyPhone', 'verifyRecovery', 'verifySecondaryEmail'],
  ],
  [PAYS]: [
    ...['payCheckout', 'payOrder', 'renewSubscription', 'requestPayin', 'requestPayoutApproval', 'requestWithdrawal'],
    ...['retryRefund', 'subscribe', 'upgradeSubscription', 'withdraw', 'withdrawAsRider', 'requestRefundApproval'],
  ],
  [ASKS]: ['predictProvider', 'previewConversion'],
  [OF_ONE]: [
    ...[
      'addAttachment',
      'addIncidentEvidence',
      'addTicketEvidence',
      'addFavorite',
      'addProductImages',
      'addProof',
      'addRiderDocument',
      'adjustLedger',
    ],
    ...['assignDelivery', 'deliverDelivery', 'failDelivery', 'forceLogout', 'handoverOrder', 'markMessagesRead'],
    ...['orderProductImages', 'pickUpDelivery', 'resolveIncident', 'resolvePayout', 'resolveRefund', 'resolveReport'],
    ...[
      'requestBooking',
      'requestSettlement',
      'resolveTransaction',
      'restoreUser',
      'returnDelivery',
      'setAvatar',
      'setShopBanner',
      'setShopLogo',
    ],
  ],
}
