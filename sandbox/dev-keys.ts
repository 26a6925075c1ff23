/*
 * Keys of the sandbox, worth nothing anywhere else. They are fixed rather than made at the first start, so that whoever
 * cached a public half is not surprised after a reset: a key only changes when the fault keyRotated says so.
 */

/** P-256: the first signs gateway A's callbacks, the second after the key was rotated, and so on in turn. */
export const CALLBACK_KEYS: JsonWebKey[] = [
  {
    kty: 'EC',
    crv: 'P-256',
    x: 'b8ojpAnyK2-vUiwNYxLjr2JIXSXYQk0SfKpqmD7fZLE',
    y: 'oWIuz8npYQFaabCe_cepn9_wLsR5CH2z_YjBJKdJq20',
    d: 'IT1uUUbStaWQaHqirwWyIrQ-TKcuGjbKtwV6yZs0m_8',
  },
  {
    kty: 'EC',
    crv: 'P-256',
    x: 'QKA7rHS-t5EtsFwS9EkpH5QgQ8Ivtd9xW9Z9YTHOZ48',
    y: 'pLtiERFddnuORskjE7fMJw-0peZlZSTSQDGUXMD_2jU',
    d: '3nfY9PstJp8SQSSnyrVo0Z_iwUqZoS1umcVyiQcR6pc',
  },
]

/** RSA: signs the ID tokens. */
export const GOOGLE_KEY = {
  kty: 'RSA',
  n: 'ngTFhSIUk3JXnRKXOK6q4dlV8AQW5HMm30KHj035Dop8aum5_K9MjeZIsPwDHirkhu6qRNNSDIEfo6abol5H8B-Ox6OSWVRKJu8XRy6GAgxOPgtw7eumNf-SmXHIg0pK_M6BmC7DsPf0jqHhHo3p7OvELlOz_7_QKTlfsFVTToj4kpo6RxSShwqDG1rnni4qefGz8xbw7Tzry1tNc7Ms8raXFYjQAskleWBhs5hnS8GdnBYn5DuUPAFfy7-G75Wvm0WWxaWh-e80coGgwYOZV2idOvOHhzhoyLQayJ2sXv1Nmz9oq3jODcKh6sD7Ov7ueoo81_ZlGq5626GFzBqG9w',
  e: 'AQAB',
  d: 'HPXM6XBsivVav0vH8Th50viM-ncVZvr_tc0woP_uVE7nLIT3dCsAgcUhr2YQgDfmOCCHjiOYlvgXP1vqjCBxWL2_4jDFQp_jEy2ge4g4QSnWMSLRqJkWljDnwj2LPRyhj6GdOLHhZY6cAIQEiSADLkurYb4vcADMerGsKtoIcYz44pLEsIURM51PkkjZTppg66kZwYbXOqtvD4fZrF7I8hUPkEbjPYijfazuZAc7ZYL892yVVYoXhYXNMqV9neKCH2Vf1jYUxWWkTdqWDAPS23-tAEeso_rvWUYwRYI-nZfydPLRbenIwSftpvyy9VAM36GbGCc_lvj8DHC_Gz1CUQ',
  p: '2hZ9t1ewwvDOf_0iLVT_J2MFvKGNUtCNHRVwNxtnZC73lOwHPvrlDC-ePzQeib73WU5RuxSWOG7ju1vMhMTDsMj7PORKnJkKUPj5bu4wuJ-mFnYareC03BGoeIvvEPXKDSXMtRswJtzZu9nV16xVE0sQhLW-EIZFl0a8qG3y_38',
  q: 'uX0JBmntltXCingisqrOuft9jT9oetkhEyDv0ImbPD7gM5paYXiEBAKgDXZMPq6xMQxzOYGV8oplj6AgBID3zlAzpZ32jFPG_d8487m__GBRvpc4nWHkelEXEU9HKyeVl7LIhiZOm1IPOZi-bHi1ybcFX4QbZEiFNu5J1nvWNIk',
  dp: 'wcdqPRZ1wUEmuyK4037KmLyrxEfnwsX8HPOHme-HlsUEyBZQ-e0EyCcnfRFacRp1vayRgqFwOQSO5VNUDkSnfNWYJyrSAQMa34faWm7aa7GvahXW7tjS2xf1kecErRU4SyZjFijqSB3Eed283L4LefEg5Ep4b0ZfX2NDDoVjfRE',
  dq: 'RiMmX3t8cFWByzQkAqUdqCuVTOyWCCXEIOSKabMutLgdtMV_uW2FlbKcbJq3t9f8fkxz4WHDnkOApa9pi-psSWIANXamfGdNTj-y3E33b2nIXyX1LWWPrESvUUdF5OaB5SugMUGY5ZhA04mTL5bxPkXrTTO529CkNqIh321SEOk',
  qi: 'XE6ZhLZOjKuyiWLUIjzgkDkbCURTlRhAOQQbvFka85-JCDcNzfjXeuH211y3ZkYA0zcSwt68j3L_WvKc-hKl7DxVhLFPjEz78_wiYf90Ei7myU7UXp64uQ_s9inhB9k1u1Ci-JRYeEzAIXjUKYppOm9xI0_8KvjfEiyfzATenSs',
}
