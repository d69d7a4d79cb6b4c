"""The edge: routes, sockets, cookies, headers and limits. The only room with starlette and uvicorn."""
