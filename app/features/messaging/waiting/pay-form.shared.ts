/** Id of the form that pays. The fields of the chat's composer belong to it by this id. */
export const PAY_FORM = "pay-and-send";
