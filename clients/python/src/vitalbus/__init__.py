"""A client of VitalBus. `Client` calls operations and hears events; `contract` has their types."""

from . import contract
from .account import Account
from .client import Client, Subscription
from .fault import Fault
from .operation import Operation, Told
from .pictures import send_picture
from .sealing import seal
from .work import Hub

__all__ = ["Account", "Client", "Fault", "Hub", "Operation", "Subscription", "Told", "contract", "seal", "send_picture"]
