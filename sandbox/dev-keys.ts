/*
 * Keys of the sandbox, of no use anywhere else. They are fixed, so that a cached public key stays right after a reset:
 * the key changes only with the fault keyRotated.
 */

/** P-256 keys for gateway A's callbacks. The first key signs until a rotation, then the next, in turn. */
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

/** RSA keys for Google's ID tokens. The first key signs until a rotation, then the next, in turn. */
export const GOOGLE_KEYS = [
  {
    kty: 'RSA',
    n: 'ngTFhSIUk3JXnRKXOK6q4dlV8AQW5HMm30KHj035Dop8aum5_K9MjeZIsPwDHirkhu6qRNNSDIEfo6abol5H8B-Ox6OSWVRKJu8XRy6GAgxOPgtw7eumNf-SmXHIg0pK_M6BmC7DsPf0jqHhHo3p7OvELlOz_7_QKTlfsFVTToj4kpo6RxSShwqDG1rnni4qefGz8xbw7Tzry1tNc7Ms8raXFYjQAskleWBhs5hnS8GdnBYn5DuUPAFfy7-G75Wvm0WWxaWh-e80coGgwYOZV2idOvOHhzhoyLQayJ2sXv1Nmz9oq3jODcKh6sD7Ov7ueoo81_ZlGq5626GFzBqG9w',
    e: 'AQAB',
    d: 'HPXM6XBsivVav0vH8Th50viM-ncVZvr_tc0woP_uVE7nLIT3dCsAgcUhr2YQgDfmOCCHjiOYlvgXP1vqjCBxWL2_4jDFQp_jEy2ge4g4QSnWMSLRqJkWljDnwj2LPRyhj6GdOLHhZY6cAIQEiSADLkurYb4vcADMerGsKtoIcYz44pLEsIURM51PkkjZTppg66kZwYbXOqtvD4fZrF7I8hUPkEbjPYijfazuZAc7ZYL892yVVYoXhYXNMqV9neKCH2Vf1jYUxWWkTdqWDAPS23-tAEeso_rvWUYwRYI-nZfydPLRbenIwSftpvyy9VAM36GbGCc_lvj8DHC_Gz1CUQ',
    p: '2hZ9t1ewwvDOf_0iLVT_J2MFvKGNUtCNHRVwNxtnZC73lOwHPvrlDC-ePzQeib73WU5RuxSWOG7ju1vMhMTDsMj7PORKnJkKUPj5bu4wuJ-mFnYareC03BGoeIvvEPXKDSXMtRswJtzZu9nV16xVE0sQhLW-EIZFl0a8qG3y_38',
    q: 'uX0JBmntltXCingisqrOuft9jT9oetkhEyDv0ImbPD7gM5paYXiEBAKgDXZMPq6xMQxzOYGV8oplj6AgBID3zlAzpZ32jFPG_d8487m__GBRvpc4nWHkelEXEU9HKyeVl7LIhiZOm1IPOZi-bHi1ybcFX4QbZEiFNu5J1nvWNIk',
    dp: 'wcdqPRZ1wUEmuyK4037KmLyrxEfnwsX8HPOHme-HlsUEyBZQ-e0EyCcnfRFacRp1vayRgqFwOQSO5VNUDkSnfNWYJyrSAQMa34faWm7aa7GvahXW7tjS2xf1kecErRU4SyZjFijqSB3Eed283L4LefEg5Ep4b0ZfX2NDDoVjfRE',
    dq: 'RiMmX3t8cFWByzQkAqUdqCuVTOyWCCXEIOSKabMutLgdtMV_uW2FlbKcbJq3t9f8fkxz4WHDnkOApa9pi-psSWIANXamfGdNTj-y3E33b2nIXyX1LWWPrESvUUdF5OaB5SugMUGY5ZhA04mTL5bxPkXrTTO529CkNqIh321SEOk',
    qi: 'XE6ZhLZOjKuyiWLUIjzgkDkbCURTlRhAOQQbvFka85-JCDcNzfjXeuH211y3ZkYA0zcSwt68j3L_WvKc-hKl7DxVhLFPjEz78_wiYf90Ei7myU7UXp64uQ_s9inhB9k1u1Ci-JRYeEzAIXjUKYppOm9xI0_8KvjfEiyfzATenSs',
  },
  {
    kty: 'RSA',
    n: 'mwFxXCKYURTu5SpenFGo-N3hFLWmd3YeMP5wUah5FeMnGHAlontKq7ndaYp2CY-zOmLhs2w36KFuKw7LTrlw_FsxqdczdFEAoibSvdv0xjXEGx6csZYOPqFEb66z8282AhYFgrdJGftrodXrRhyWT02Dlc30d23cv4gBrMF-y_H2XArSN_363M3u_zQUHmT3219GVXOsFbY5Xelm1CFFlHEy4hEWRCwi5iMC5mCWyJOo3uQnQCZuLtzMfvQbhQcSbEa5T0z4BQ14Y-aEeZu8J0sS8K1IKKQ4zkIRj4SxIB2evl-LDoUegGPgB_QCY4fj8b3fnB8QWEcW9bA99o1prw',
    e: 'AQAB',
    d: 'FXotCNp08cHNcCIKG0K9VO5OwkiBGPWxgpG0DRHOOpgk0fVdYZa6Zpz0RCwT5YiXCYoAl-nGEremGiqMmmCGJTvwNQZFHOLJtwNbbpnMNVfnJOgoR1BGslWKCVIoS5ynMRbNYKqguGGRLPVaX3aVOnEVFcFZvt_mwaseAEqMlRlpmmmwuyQhKCfA8bi4YcK3k-26h33Mde-sV5pem_fhsAtHB3izyDDVo2gtNzNBi6jM-C13-07OVTDYlMv8cszhHoYCECYPwt-B8J-ZowHl1SssOuNrpeaO-1ZfcTyu5GkvmTCKFdRH66usUeSNzHJMmQrCmf0DUtcy_tRm5L1uEQ',
    p: '1vSBRM_mcgIVxErUe-L7U0Yti0QV7gCaLsnAuUlxBvW_So_Y1iRRn8ATEE7neL5n1w4qcBL_SUb9rxCXU9vMiHMDJIcVhjFgrEIiSr2dV4l0oRXgWsrbhD7JAXWW0gAXb4lwh00mjR2lcEuN4P5QRsBsD2_SstrFf-MZMc4oLEs',
    q: 'uJp4t8PI7XQOkl7_2j5euSAy_vAg1LMhRvLE6SEuWL8RyR62KDrwF9zhtuFcHXzYcr5x4ODYArf3_I0AEbByJ3g-2OOT71kK6omoHtKA_b4xOGq9GxzOOY2mNEEOSdjY3t5THamfIlSQxB3hVk-x3JYYVLDZGV1CRqs8uphTka0',
    dp: 'Azo4lqfodd3CJehZuGJ4E5ACLw0epywrJHizBBUuNUSLUrtGLjDtaNCheKU2pIF3XatAx94BJ0CBnpdJLmEmeQYBDhNZJ2KmaO-1RBoEusO9lI2XiMVy9lFbA0KYuR53O518qwtlgMjpKv53auFmoylQdgrfxv-x53Gpdy35PHE',
    dq: 'njAIZ_hGkmvUHMt5VSwDAYI9EMb2ay3Aw0o_QEKls3ivpfdCQsEWgmxNougEhmQ4GkNl1Dz3_YRl5a1xtLbNa1MYD8UcPIrB1u70-MyLqmQzS1P0DmqlsR3XoYlp1BAU7w32jUGP0txCXTv5n3uVPyADY3dT4e9PXr1XwdHMMtU',
    qi: 'MkpGr8X_OiscoyhzYPImQkOyjMhzqAEJ3vgBhyXuFBDSuDb43OfNZF5LqLhS3truQEu2iBvPY1crIJQ3F8Ev0QWaWXvPs9uVDNnyFeQ2E3IGBoa6WCzbTHLzcSejhLH1yXPBzas1PKW0EaXdyTfGzv2TvR6PaOfEe3WWyQgS1JU',
  },
]
